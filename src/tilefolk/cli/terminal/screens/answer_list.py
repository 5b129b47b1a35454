"""The list of answers: what can be chosen now, in words, with the action behind every entry."""

from collections.abc import Sequence

from textual.widgets import OptionList

from tilefolk.core.notation import Action


class AnswerList(OptionList):
    """Filled anew when something else can be answered or another language is spoken."""

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
        """The answer behind an entry; None for one of a list that is gone already."""
        return self._actions[event.option_index] if event.option in self.options else None

    def set_open(self, is_open: bool) -> None:
        """Whether the arrows go through the list."""
        self.can_focus = is_open
        if is_open:
            self.focus()
        elif self.has_focus:
            self.screen.set_focus(None)
