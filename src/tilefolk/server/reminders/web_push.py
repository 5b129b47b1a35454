"""Web Push: messages that only one browser can read (RFC 8291), signed by the site (RFC 8292)."""

import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD_BYTES = 4096  # a message is one record
SIGNATURE_SECONDS = 12 * 3600  # how long a signature is valid
PUSH_TTL_SECONDS = 86_400  # how long a push service keeps a message for a device that is off


def to_base64url(data: bytes) -> str:
    """Encode bytes as URL-safe base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_private_key() -> str:
    """Make a private key, as text."""
    return to_base64url(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_base64url(text)), CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_device_key(key: str, secret: str) -> bool:
    """Whether these have the form of a browser's public key and secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(key))
        return len(from_base64url(key)) == 65 and len(from_base64url(secret)) == 16
    except ValueError:
        return False


class VapidKey:
    """The key by which push services know the site (VAPID)."""

    def __init__(self, key: str) -> None:
        self._key = private_key(key)
        self.public = to_base64url(public_bytes(self._key))

    def headers(self, endpoint: str, site: str, topic: str) -> dict[str, str]:
        """Make the headers of a push; a later push of the same topic replaces one not delivered yet."""
        parts = urlsplit(endpoint)
        expires = int(time.time()) + SIGNATURE_SECONDS
        token = self._token({"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": site})
        return {
            "Authorization": f"vapid t={token}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_TTL_SECONDS),
            "Topic": topic,
            "Urgency": "high",
        }

    def _token(self, claims: dict[str, str | int]) -> str:
        """Sign claims as a JSON Web Token (ES256)."""
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(to_base64url(json.dumps(part).encode()) for part in parts)
        r, s = utils.decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{to_base64url(r.to_bytes(32) + s.to_bytes(32))}"


def encrypt_message(message: bytes, key: str, secret: str, own: str = "", salt: bytes = b"") -> bytes:
    """Encrypt a message for a device; without `own` (a private key) and `salt` they are made anew."""
    mine, salt = private_key(own or new_private_key()), salt or secrets.token_bytes(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(key))
    pair = from_base64url(key) + public_bytes(mine)
    shared = _derive(mine.exchange(ec.ECDH(), theirs), from_base64url(secret), b"WebPush: info\0" + pair, 32)
    content = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4) + bytes([len(public_bytes(mine))]) + public_bytes(mine)
    return head + AESGCM(content).encrypt(nonce, message + b"\x02", None)


def _derive(shared: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(shared)
