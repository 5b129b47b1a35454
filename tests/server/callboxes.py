"""Somebody who is called: a receiver of webhooks, and the browser behind a push service, which decrypts."""

import contextlib
import json
import threading
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tilefolk.server.reminders.push_crypto import private_key, public_bytes
from tilefolk.server.reminders.push_keys import from_base64url, to_base64url


class Call(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class CallBox(ThreadingHTTPServer):
    """Takes every POST and remembers it; answers with `status`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.calls: list[Call] = []
        self.status = 201
        self.url = f"http://127.0.0.1:{self.server_port}"

    def said(self) -> list[dict[str, Any]]:
        """The bodies as JSON."""
        return [json.loads(call.body) for call in self.calls]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        box = self.server
        assert isinstance(box, CallBox)
        body = self.rfile.read(int(self.headers["content-length"]))
        box.calls.append(Call(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(box.status)
        self.send_header("location", f"{box.url}/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextlib.contextmanager
def call_box() -> Iterator[CallBox]:
    with CallBox() as box:
        thread = threading.Thread(target=box.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield box
        finally:
            box.shutdown()
            thread.join()


class Browser:
    """The other end of Web Push: it knows its private key and reads what was sealed for it."""

    def __init__(self, key: str, secret: str) -> None:
        self._key, self._secret = private_key(key), from_base64url(secret)
        self.public, self.secret = public_bytes(self._key), secret

    def subscription(self, box: CallBox, name: str) -> dict[str, str]:
        return {
            "endpoint": f"{box.url}/push/{name}",
            "p256dh": to_base64url(self.public),
            "auth": self.secret,
        }

    def opened(self, body: bytes) -> bytes:
        """The message inside, by the receiver's half of RFC 8291."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        info = b"WebPush: info\0" + self.public + theirs
        shared = _hkdf(self._secret, self._key.exchange(ec.ECDH(), sender), info, 32)
        key = _hkdf(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
        plain = AESGCM(key).decrypt(_hkdf(salt, shared, b"Content-Encoding: nonce\0", 12), sealed, None)
        assert plain.endswith(b"\x02"), "the last record says so"
        return plain[:-1]


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def claims(call: Call) -> dict[str, Any]:
    """What the signed token of a push says; raises when another key has signed it."""
    scheme, token, key = call.headers["authorization"].replace(",", "").split(" ")
    assert scheme == "vapid"
    head, payload, signature = token.removeprefix("t=").split(".")
    raw = from_base64url(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(
        ec.SECP256R1(), from_base64url(key.removeprefix("k="))
    )
    public.verify(der, f"{head}.{payload}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(urlsafe_b64decode(payload + "=="))
    return {**found, "key": key.removeprefix("k=")}
