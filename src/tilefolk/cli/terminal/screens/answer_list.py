"""The list of answers: every answer in words, with its action."""

from collections.abc import Sequence

from textual.widgets import OptionList

from tilefolk.core.notation import Action


class AnswerList(OptionList):
    """A list that is filled anew when the answers or the language change."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name, markup=False)
        self._actions: list[Action] = []
        self._words: list[str] = []

    def fill(self, actions: Sequence[Action], words: Sequence[str]) -> None:
        if (list(actions), list(words)) == (self._actions, self._words):
            return
        place = self.highlighted if list(actions) == self._actions else 0
        self._actions, self._words = list(actions), list(words)
        self.clear_options().add_options(self._words)
        self.highlighted = place if actions else None

    def action_of(self, event: OptionList.OptionMessage) -> Action | None:
        """The action of an entry; None if the entry belongs to a list that is already replaced."""
        return self._actions[event.option_index] if event.option in self.options else None

    def set_open(self, is_open: bool) -> None:
        """Give the list the arrow keys, or take them away."""
        self.can_focus = is_open
        if is_open:
            self.focus()
        elif self.has_focus:
            self.screen.set_focus(None)
