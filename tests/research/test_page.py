"""The examples of docs/research.md run."""

import doctest
import io
import re
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "research.md"


def test_the_page_runs() -> None:
    shown = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(shown, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 12
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(examples, out=told.write).failed == 0, told.getvalue()
