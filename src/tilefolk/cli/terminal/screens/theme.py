"""The colours of the terminal client, and the style sheet of its screens."""

from textual.theme import Theme

LAMP = Theme(
    name="lamp",
    primary="#f5b94a",
    secondary="#c9bdb4",
    accent="#f5b94a",
    foreground="#f6ecda",
    background="#1b2223",
    surface="#1b2223",
    panel="#2c2830",
    success="#9fd6a0",
    warning="#f5b94a",
    error="#ffa391",
    dark=True,
)

CSS = """
Screen { layout: vertical; }
#title { height: 1; background: $panel; padding: 0 1; }
#middle { height: 1fr; layout: horizontal; }
#middle.below { layout: vertical; }
#board { width: auto; height: auto; }
#board.hidden { display: none; }
#right { width: 1fr; height: 1fr; }
#side { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
#list { height: 1fr; border: none; background: $surface; display: none; scrollbar-size-vertical: 1; }
#list:focus { border: none; }
#list > .option-list--option-highlighted { text-style: bold reverse; }
.listing #side { display: none; }
.listing #list { display: block; }
.choosing #list { display: block; height: auto; max-height: 70%; margin: 0 0 1 0; }
#reason { height: 2; padding: 0 1; }
#news { height: 2; padding: 0 1; }
#legend, #keys { height: auto; padding: 0 1; }
#pause { width: 1fr; height: 1fr; align: center middle; scrollbar-size-vertical: 1; }
#told { width: auto; height: auto; padding: 1 3; background: $panel; }
"""
