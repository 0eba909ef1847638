"""The command `vocabulary`: what the cards of a game can name."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.cli.output import Format, write, write_json
from rulewright.cli.reports import game_of, games_of
from rulewright.cli.where import Where
from rulewright.interpreter.english.vocabulary import Vocabulary, Word

_TITLES = {"state": "state of the game", "table": "looks of the table"}


def run(name: str, form: Format, where: Where) -> None:
    """Write the vocabulary of a game."""
    game = game_of(games_of(where), name)
    sections = Vocabulary(game).sections()
    if form is Format.JSON:
        write_json({section: [_as_json(word) for word in words] for section, words in sections.items()})
    else:
        write("\n".join(_lines(sections)))


def _lines(sections: dict[str, list[Word]]) -> Iterator[str]:
    for number, (section, words) in enumerate(sections.items()):
        if number:
            yield ""
        yield _TITLES.get(section, section)
        for word in words:
            yield f"  {word.form}"
            yield f"      {word.about}"
            for name, fact in word.facts.items():
                yield f"      {name}: {fact}"
            if word.card is not None:
                yield f"      used by: {word.card}"


def _as_json(word: Word) -> dict[str, object]:
    return {
        "name": word.name,
        "form": word.form,
        "about": word.about,
        "facts": word.facts,
        "card": word.card,
    }
