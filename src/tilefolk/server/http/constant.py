"""Answers that stay the same while the server runs: packed once, sent only to whoever lacks them."""

import gzip
from functools import cached_property
from hashlib import blake2b

from fastapi import Request
from fastapi.responses import Response

LEAST_BYTES_PACKED = 1000
WORTH_PACKING = 0.9  # of its size: fonts and pictures are packed already


class Constant:
    """A body with its tag, and packed if that makes it smaller."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self._body, self._media_type = body, media_type
        self.tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'

    def answer(self, request: Request, cache_control: str, status: int = 200) -> Response:
        """The body, or that the caller has it where all is well."""
        headers = {"etag": self.tag, "cache-control": cache_control, "vary": "Accept-Encoding"}
        if status == 200 and _is_known(self.tag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        if self._packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._body, status, headers, self._media_type)
        return Response(self._packed, status, {**headers, "content-encoding": "gzip"}, self._media_type)

    @cached_property
    def _packed(self) -> bytes | None:
        if len(self._body) < LEAST_BYTES_PACKED:
            return None
        packed = gzip.compress(self._body, mtime=0)
        return packed if len(packed) < WORTH_PACKING * len(self._body) else None


def _is_known(tag: str, known: str) -> bool:
    """Whether a tag is among those a caller has; one that was packed on the way may be marked as weak."""
    return any(one.strip().removeprefix("W/") in (tag, "*") for one in known.split(","))
