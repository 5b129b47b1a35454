"""Web Push: messages that only one browser can read (RFC 8291), signed by the site (RFC 8292).

What needs cryptography is in `push_crypto`, which is imported when it is used first.
"""

import json
import time
from functools import cached_property
from urllib.parse import urlsplit

from tilefolk.server.reminders.push_keys import to_base64url

SIGNATURE_SECONDS = 12 * 3600  # how long a signature is valid
PUSH_TTL_SECONDS = 86_400  # how long a push service keeps a message for a device that is off


class VapidKey:
    """The key by which push services know the site (VAPID)."""

    def __init__(self, key: str) -> None:
        self._key = key

    @cached_property
    def public(self) -> str:
        from tilefolk.server.reminders.push_crypto import private_key, public_bytes

        return to_base64url(public_bytes(private_key(self._key)))

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
        from tilefolk.server.reminders.push_crypto import sign

        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(to_base64url(json.dumps(part).encode()) for part in parts)
        return f"{signed}.{to_base64url(sign(self._key, signed.encode()))}"
