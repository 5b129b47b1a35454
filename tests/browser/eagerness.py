"""Expectations and clicks that happen sooner.

With a patience of more than two and a half seconds Playwright looks every half second, and the test waits for
that; with a shorter one it looks every tenth.
"""

from typing import Any

import pytest
from playwright._impl.frame import Frame
from playwright._impl.internal_structures import FrameExpectOptions, FrameExpectResult

SHORT = 2_000  # milliseconds
ACTS = ("click", "tap")


def look_often(patched: pytest.MonkeyPatch, patience: float) -> None:
    """From now on a long patience is many short ones, and what is pressed is looked for in the same way."""
    look = Frame._expect

    async def look_again(
        frame: Frame, selector: str | None, expression: str, options: FrameExpectOptions, title: str | None
    ) -> FrameExpectResult:
        left = options["timeout"] or 0
        while True:
            found = await look(frame, selector, expression, {**options, "timeout": min(left, SHORT)}, title)
            left -= SHORT
            if left <= 0 or not found.get("timedOut"):
                return found

    async def act_soon(name: str, frame: Frame, selector: str, **how: Any) -> None:
        if not how["force"]:
            options: FrameExpectOptions = {"isNot": False, "timeout": patience}
            await look_again(frame, selector, "to.be.enabled", options, None)
        await acts[name](frame, selector, **how)

    acts = {name: getattr(Frame, name) for name in ACTS}
    patched.setattr(Frame, "_expect", look_again)
    for name in ACTS:
        patched.setattr(Frame, name, lambda *where, _name=name, **how: act_soon(_name, *where, **how))
