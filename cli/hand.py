"""A person at the terminal: sees what happened, is asked, and answers by number or by name."""

from __future__ import annotations

from collections.abc import Collection

from cli.output import say, write
from cli.overview import overview
from interpreter.machine.decision import Decision
from interpreter.machine.playable import Playable
from interpreter.play.choices import Unclear, find_option
from interpreter.play.transcript import transcript

_HELP = """Answer with the number of an option, its name, or the beginning of its name.
  ?       this help
  ??      what you see of the game
  Ctrl-D  leave the game; it can be gone on with later
"""
# Python refuses to read numbers of thousands of digits; no question has options by the million.
_LONG = 9


class Left(Exception):
    """The person has left the game."""


class Hand:
    """Shows a match to a person and asks for decisions."""

    def __init__(self, match: Playable, people: Collection[int]) -> None:
        """Begin with nothing told; `people` are the seats of those who sit at the terminal, at least one."""
        self._match = match
        self._people = tuple(people)
        self._told: list[str] = []

    def tell(self) -> None:
        """Write what has happened since the last time, as far as everybody at the terminal may know it."""
        lines = transcript(self._match, *self._people).split("\n")
        if self._match.decision is not None:
            # Whose turn it is, the question itself tells.
            del lines[-3:]
        same = 0
        while same < min(len(lines), len(self._told)) and lines[same] == self._told[same]:
            same += 1
        if lines[same:]:
            write("\n".join(lines[same:]))
        self._told = lines

    def choose(self) -> int:
        """Ask until an option is chosen; return its position. Raises Left at the end of the input."""
        decision = self._match.decision
        if decision is None:
            raise Left
        self.tell()
        by_number = not any(id_.lstrip("-").isdigit() for id_ in decision.ids)
        write(_options(decision, by_number=by_number))
        while True:
            word = self._ask(decision)
            if word in {"?", "help"}:
                write(_HELP)
            elif word == "??":
                write(overview(self._match, decision.player))
            elif word:
                chosen = self._chosen(decision, word, by_number=by_number)
                if chosen is not None:
                    return chosen

    def _ask(self, decision: Decision) -> str:
        try:
            return input(f"{self._match.names[decision.player]}> ").strip()
        except EOFError:
            say("")
            raise Left from None

    def _chosen(self, decision: Decision, word: str, *, by_number: bool) -> int | None:
        if by_number and word.isdecimal():
            number = int(word) if len(word) < _LONG else 0
            if 1 <= number <= len(decision.options):
                return number - 1
            say(f"there are options 1 to {len(decision.options)}")
            return None
        found = find_option(self._match, decision, word)
        if isinstance(found, Unclear):
            hint = f" (did you mean {found.suggestion}?)" if found.suggestion is not None else ""
            say(f"{found.message}{hint}")
            return None
        return found


def _options(decision: Decision, *, by_number: bool) -> str:
    """Return the options as rows; options that are numbers themselves are not numbered."""
    width = max(len(id_) for id_ in decision.ids)
    digits = len(str(len(decision.options)))
    rows = [
        f"\n{decision.prompt or 'Choose'}"
        + (f" (so far: {', '.join(decision.picked)})" if decision.picked else "")
    ]
    for number, choice in enumerate(decision.options, 1):
        lead = f"  {number:>{digits}}  " if by_number else "  "
        label = "" if choice.label == choice.id else choice.label
        rows.append(f"{lead}{choice.id:<{width}}  {label}".rstrip())
    return "\n".join(rows)
