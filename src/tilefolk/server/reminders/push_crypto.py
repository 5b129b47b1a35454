"""The cryptography of Web Push. Its library is slow to import: only those import this who need it now."""

import secrets

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tilefolk.server.reminders.push_keys import from_base64url, new_private_key

CURVE = ec.SECP256R1()
RECORD_BYTES = 4096  # a message is one record


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


def sign(key: str, text: bytes) -> bytes:
    """Sign a text (ES256)."""
    r, s = utils.decode_dss_signature(private_key(key).sign(text, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32) + s.to_bytes(32)


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
