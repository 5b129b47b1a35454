"""The base of all errors that a person is told about in their own language."""


class ReportedError(ValueError):
    """An error with a sentence: `problem` is its message id, `names` are the words for its holes."""

    def __init__(self, problem: str, **names: str) -> None:
        super().__init__(f"{problem} {names}")
        self.problem, self.names = problem, names
