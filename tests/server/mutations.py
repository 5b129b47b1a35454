"""Turns valid messages into odd ones: wrong types, huge numbers, cut texts, bytes that are no text."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 15, 16, 100_000, 2**31, 2**63, 10**30, 1.5, -0.0, 1e308),
    *("", " ", "0", "-1", "x" * 300, "\x00", "\u202e", "\ud800", "🎲", "undo", "open", "me"),
    *([], {}, [[]], [None] * 50, {"a": {}}, {"type": "act"}),
)
ODD_TEXTS = (
    *("", "{", "}", "null", "[]", '"', "{}", "NaN", "Infinity", "-", "1e999", "9" * 4000, "\x00", "\ufeff{}"),
    *("[" * 2000, '{"a":' * 800, '{"type":"act","type":"ping"}', '{"type":"\\ud800"}'),
)
TOO_LONG_SHARE = 0.0005
LETTERS = '{}[]",:0123456789abcxyz \\\x00\x7fé\u202e🎲-'


def mutate(message: dict[str, Any], random: Random) -> str | bytes:
    """One odd message made from a valid one; few are too long, which ends a connection."""
    if random.random() < TOO_LONG_SHARE:
        return json.dumps({**message, "x": "x" * 5000})
    return random.choice(MUTATIONS)(message, random)


def _change_a_value(message: dict[str, Any], random: Random) -> str:
    changed = {**message, random.choice([*message]): random.choice(ODD_VALUES)}
    return json.dumps(changed)


def _drop_a_key(message: dict[str, Any], random: Random) -> str:
    dropped = random.choice([*message])
    return json.dumps({key: value for key, value in message.items() if key != dropped})


def _add_a_key(message: dict[str, Any], random: Random) -> str:
    return json.dumps({**message, random.choice(("x", "", "seat", "match", "__proto__")): 1})


def _change_a_word(message: dict[str, Any], random: Random) -> str:
    """In a line or a text: words swapped, doubled or replaced."""
    texts = [key for key, value in message.items() if isinstance(value, str)]
    if not texts:
        return _change_a_value(message, random)
    key = random.choice(texts)
    words = message[key].split(" ")
    words[random.randrange(len(words))] = str(random.choice(("", "0", "99", "-1", "A1", "Z99", *words)))
    random.shuffle(words)
    return json.dumps({**message, key: " ".join(words)})


def _edit_letters(message: dict[str, Any], random: Random) -> str:
    letters = list(json.dumps(message))
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(letters))
        letters[at : at + random.randint(0, 2)] = random.choice(LETTERS)
    return "".join(letters)


def _cut(message: dict[str, Any], random: Random) -> str:
    text = json.dumps(message)
    return text[: random.randrange(len(text))]


def _another_text(message: dict[str, Any], random: Random) -> str:
    return random.choice(ODD_TEXTS)


def _as_bytes(message: dict[str, Any], random: Random) -> bytes:
    return random.choice((json.dumps(message).encode(), random.randbytes(20), b""))


MUTATIONS: tuple[Callable[[dict[str, Any], Random], str | bytes], ...] = (
    *(_change_a_value, _change_a_value, _change_a_word, _change_a_word),
    *(_drop_a_key, _add_a_key, _edit_letters, _edit_letters, _cut, _another_text, _as_bytes),
)
