"""QR codes in our colours."""

from io import BytesIO


def qr(text: str) -> str:
    """A QR code as an SVG image of its own."""
    import segno  # when the first one is asked for, so that the server starts sooner

    out = BytesIO()
    look = {"border": 2, "dark": "#2a2733", "light": "#fdf9ef", "omitsize": True}
    segno.make(text, micro=False).save(out, kind="svg", xmldecl=False, nl=False, **look)
    return out.getvalue().decode()
