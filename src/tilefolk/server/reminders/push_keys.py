"""Keys of Web Push as text."""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # private keys are smaller


def to_base64url(data: bytes) -> str:
    """Encode bytes as URL-safe base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_private_key() -> str:
    """Make a private key, as text."""
    return to_base64url((1 + secrets.randbelow(P256_ORDER - 1)).to_bytes(32))
