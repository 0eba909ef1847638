"""Which words can name an option of a game at all, so that a slip is found where a word must not be legal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.world import ANSWERS
from rulewright.interpreter.language.walking import inner_blocks
from rulewright.interpreter.play.choices import OTHER_ANSWERS
from rulewright.interpreter.state.layout import Layout
from rulewright.interpreter.state.naming import id_of_words
from rulewright.interpreter.state.program import all_blocks

_ANYTHING = "\0"


class PossibleOptions:
    """The ids that the options of a game can have with a number of players, as far as its content tells."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self._known = {*ANSWERS, *layout.ids, *(card.id for card in game.cards)}
        self._known.update(value for enum in game.enums.values() for value in enum.values)
        self._known.update(phase.extra.replace("_", "-") for phase in game.phases.values() if phase.extra)
        self._patterns: list[re.Pattern[str]] = []
        self._beginnings: list[str] = []
        for label in _labels(game):
            text = "".join(part if isinstance(part, str) else _ANYTHING for part in label.parts)
            fixed = [id_of_words(part) if re.search(r"\w", part) else "" for part in text.split(_ANYTHING)]
            if len(fixed) == 1:
                self._known.add(fixed[0])
            else:
                self._patterns.append(re.compile(".*".join(map(re.escape, fixed))))
                self._beginnings.append(fixed[0])

    def allows(self, word: str, players: tuple[str, ...]) -> bool:
        """Say whether a word can be the id of an option, or begin one; the names of players may be options too."""
        wanted = re.sub(r"\.\d+$", "", word.strip().casefold())
        names = (name.casefold() for name in players)
        return (
            wanted.lstrip("-").isdigit()
            or any(known.startswith(wanted) for known in (*self._known, *names))
            or any(pattern.match(wanted) for pattern in self._patterns)
        )

    def may_begin(self, word: str, players: tuple[str, ...]) -> bool:
        """Say whether a word can be an option or the beginning of one, where nobody knows what its formulas give."""
        wanted = word.strip().casefold()
        return self.allows(word, players) or any(
            known.startswith(wanted) or wanted.startswith(known) for known in self._beginnings
        )

    def nearest(self, word: str) -> str | None:
        """Return the id that a word was probably meant to be."""
        return OTHER_ANSWERS.get(word.casefold()) or nearest(word, self._known)


def _labels(game: Game) -> Iterator[c.Template]:
    """Yield the labels of all branches, and what every `may` asks about."""
    blocks = list(all_blocks(game))
    while blocks:
        for statement in blocks.pop():
            if isinstance(statement, c.OneOf):
                yield from (branch.label for branch in statement.branches)
            elif isinstance(statement, c.May):
                # What is asked about stands for the answer yes.
                yield statement.prompt
            blocks.extend(inner_blocks(statement))
