"""Makes the font of the printed sheets out of the client's: whole files in two weights, as PDF takes them."""

import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FILES = Path(__file__).parent / "node_modules" / "@fontsource-variable" / "figtree" / "files"
ALPHABETS = ("latin", "latin-ext")
WEIGHTS = {"Figtree-Regular": 400, "Figtree-Bold": 700}
NAME_IDS = (1, 4, 6)  # family, full name, name in a PDF
DROPPED = ("DSIG", "GDEF", "GPOS", "GSUB", "HVAR", "STAT")  # nothing shapes letters in a PDF


def make_fonts(folder: Path) -> None:
    """Write both weights. The same fonts of the client give the same bytes."""
    folder.mkdir(exist_ok=True)
    for name, weight in WEIGHTS.items():
        parts = [_cut(folder / f"{name}-{alphabet}.part", alphabet, weight) for alphabet in ALPHABETS]
        font = Merger().merge([str(part) for part in parts])
        for name_id in NAME_IDS:
            font["name"].setName(name, name_id, 3, 1, 0x409)
        font["head"].created = font["head"].modified = 0  # not the time of the build
        font.recalcTimestamp = False
        font.save(folder / f"{name}.ttf")
        for part in parts:
            part.unlink()


def _cut(part: Path, alphabet: str, weight: int) -> Path:
    """One weight of a variable font, unpacked."""
    variable = TTFont(FILES / f"figtree-{alphabet}-wght-normal.woff2", recalcTimestamp=False)
    font = instantiateVariableFont(variable, {"wght": weight})
    for table in DROPPED:
        if table in font:
            del font[table]
    font.flavor = None
    font.save(part)
    return part


if __name__ == "__main__":
    make_fonts(Path(sys.argv[1]))
