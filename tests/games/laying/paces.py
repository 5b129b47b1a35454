"""Matches at own pace, folded as if everybody had played together."""

from tilefolk.core.match import Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import CHOSEN
from tilefolk.games.laying.choosing import PUT_OFF
from tilefolk.games.laying.state import REWARD, ROUNDS, State


def as_together(own: Match) -> tuple[Match, list[int]]:
    """The same decisions and draws, everybody in step, and the seats that have to answer `end` here.

    Those had no room and could pay a pass only with a prize: at own pace that race was still open, and their
    part ended by itself.
    """
    ended: list[int] = []
    answers, choices, draws = decisions(own)
    options = tuple((key, "together" if key == "pace" else value) for key, value in own.header.options)
    match = Match(own.game, own.header._replace(options=options), own.legacy)
    while acting := match.game.to_act(match.state):
        who, state = acting[0], match.state
        if who == CHANCE:
            draw = match.game.draws(state)[0]
            match.append(draws[draw.stream, draw.index])
        elif who in state.setting.owes:
            match.append(Line(who, choices[who].pop(0)))
        elif state.phase == ROUNDS:
            answer = answers.get((who, state.boards[who].round))
            if answer is None:
                ended.append(who)
                assert state.episode.rules.race and set(match.game.legal(state, who)) == {PASS, END}
                assert own.state.boards[who].ended not in ("", CHOSEN)
            match.append(Line(who, answer or END))
        elif state.phase == REWARD:  # at own pace everything after the ranking is owed
            match.append(Line(who, PUT_OFF))
        else:
            match.append(Line(who, choices[who].pop(0)))
    return match, ended


def decisions(match: Match) -> tuple[dict[tuple[int, int], Action], list[list[Action]], dict[Action, Line]]:
    """What each seat answered in each round, what it chose after the rounds, and all draws by name."""
    answers: dict[tuple[int, int], Action] = {}
    choices: list[list[Action]] = [[] for _ in range(match.header.seats)]
    draws = {}
    for kept in match.kept:
        state: State = kept.before
        if kept.line.who == CHANCE:
            draws[kept.line.action[:2]] = kept.line
        elif state.phase == ROUNDS and kept.line.action[0] in ("place", "pass", "end"):
            answers[kept.line.who, state.boards[kept.line.who].round] = kept.line.action
        else:
            choices[kept.line.who].append(kept.line.action)
    return answers, choices, draws
