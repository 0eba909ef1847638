"""No word of a game stands in the interpreter or the command line: what games declare is data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter.content.load import game_names, load_game

ROOT = Path(__file__).parents[1]
CODE = sorted(
    path
    for folder in ("interpreter", "cli", "adapters")
    for pattern in ("*.py", "*.lark", "*.html", "*.css", "*.js")
    for path in (ROOT / folder).rglob(pattern)
    if "bundled" not in path.parts
)

# The words of the shipped and the coming games that no code may ever hold, not even as a part of a longer word.
FORBIDDEN = (
    "fashion", "porter", "rococo", "prestige", "livre", "upkeep", "employee", "pawn", "trend", "dress", "fountain",
    "firework", "accountant", "clothing", "journeyman", "journeymen", "apprentice", "cash", "boutique", "lace", "kuhn",
    "tic-tac", "othello", "kalah", "connect-four",
)  # fmt: skip

# These stand by chance inside of other words (place, address, importer), so they count as words only.
AS_WORDS_ONLY = ("lace", "dress", "porter")

# Words that games declare too, and why the code may use them all the same. None of them tells which game is played.
_GENERAL = """
little words of every sentence | all an and another any at back be by can each either
little words of every sentence | every first second for has in is more most need no nothing
little words of every sentence | number of on one or own the to together two with yes five different amount empty fits
words for time and order | after end final last left leaving new now start starting largest less high close right
words for doing and having | asked chosen keep looks put stands take taken working ready mark limit
named, name, naming: everything that is declared has one | name naming named
free: what is not taken, in memory and at tables | free
small: small letters, small games | small
front, face, side: the language calls the sides of a card so | front face side sides
may, opponent: words of the language | may opponent
again, stop, connect, capture: what programs do | again stop connect capture
four, opposite, direction, north, south: numbers, and where things lie | four opposite direction north south
square, seeds: square brackets, and where chance begins | square seeds
verbs of the language and their forms | gain pay lose lost move draw
verbs of the language, continued | drawn swap set
action, option, round, order, play, player: words of the language for every game | action option order play player round
place, tie, tied, rank, win, won: the words of rankings, in every game | place tie tied rank wins won
card, tile, token, deck, row, pile, board, seat: what lies on every table | card tile token deck row pile board seat
show, space, cost, price, room, point, colour: what messages and examples say of any game | show space cost price room
what messages and examples say, continued | point colour
refill, scoring, resolve: what happens at every table, and to names and ties | refill scoring resolve
quantity: how many a choice takes | quantity
branch: of a choice, of an `if` | branch
line, column, cell: of a file and of a table | line column cell
category, collection, model, factory, foreign, partner, local, import, return: programming | category collection model
programming, continued | factory foreign partner local import return operator exchange
machine: what carries out the rules | machine
thread, location: of a process, and in the answers of a server | thread location
store: what a cache does | store
stack: of frames | stack
hand, bag, box, level, group, size: what lies on every table, or how it is sorted | hand bag box level group size
window, act, turn: words of the language for every game | window act turn
call, check, fold: of an action, of a text, of a list; in poker something else | call check fold folded
upper, lower, middle, full, best, short, large, fewer: how things are | upper lower full best short large fewer present
what happens at every table | guest make use used played shown given discarded marker score income select out gets
suit: of playing cards, and of the reference's own small game | suit
numbers: of sides, parts and examples | three four six seven eight nine ten
ahead, missing, next, over, pieces, worth: what estimates say of positions | ahead missing next over pieces worth
shuffled, outcome, dice, bid: what chance does, and what comes of it | shuffled outcome dice bid
strict, style, surplus, chain: of YAML, of texts, of arguments, of comparisons | strict style surplus chain
"""
GENERAL = {
    word: reason.strip()
    for reason, words in (line.split("|") for line in _GENERAL.strip().splitlines())
    for word in words.split()
}


# Words of the languages in which pages are written.
OF_PAGES = {"adjust", "dark", "decoration", "reduced", "white"}


@cache
def declared_names() -> dict[str, str]:
    """Every word of the names that the shipped games declare, with the game that it is from."""
    words: dict[str, str] = {}
    for game in game_names(ROOT):
        for name in names_of(game):
            words |= {word: words.get(word, game) for word in words_of(name)}
    return words


def names_of(name: str) -> Iterator[str]:
    """The names that a game declares: ids, kinds, fields, counters, zones, values of enums, actions and so on."""
    game = load_game(name, ROOT)
    yield name
    # What a board brings has the same names in all games.
    boards = {kind.board for kind in game.kinds.values()} - {None}
    for enum in game.enums.values():
        if enum.span not in boards:
            yield from (enum.name, enum.all_name, *enum.values)
    for option in game.options.values():
        yield from (option.name, *option.values)
    for kind in game.kinds.values():
        own = (field.name for field in kind.fields.values() if field.span != kind.board)
        yield from (kind.name, kind.all_name, *own, *kind.state)
    yield from (card.id for card in game.cards if card.span not in boards)
    for names in (
        game.counters, game.state, game.zones, game.player_zones, game.component_zones, game.tables, game.phases,
        (kind.name for kind in game.round_kinds),
    ):  # fmt: skip
        yield from names
    for heads in (game.windows, game.actions, game.values):
        for head in heads.values():
            yield from (head.name, *(param.name for param in head.params))


def words_of(text: str) -> set[str]:
    """The words of a text in small letters, those inside identifiers too."""
    parts = re.findall(r"[A-Z]?[a-zà-ÿ]+|[A-Z]+(?![a-z])", text)
    return {part.lower() for part in parts if len(part) > 1}


def plurals(word: str) -> set[str]:
    """A word with its regular plurals."""
    return {word, word + "s", word + "es", *([word[:-1] + "ies"] if word.endswith("y") else [])}


@cache
def refused() -> set[str]:
    """The declared words that are no general terms, with their plurals."""
    return {word for name in declared_names() if not general(name) for word in plurals(name)}


def general(word: str) -> bool:
    """Whether a word is a general term or the plural of one."""
    return any(word in plurals(term) for term in GENERAL)


OF_LIBRARIES = {"agent", "agents", "reward", "rewards"}
"""Terms of the libraries to which the adapters speak; nowhere else may they stand for anything."""


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_word_of_a_game_stands_in_the_code(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    met = words_of(text)
    found = (refused() & met) - (OF_PAGES if path.suffix != ".py" else set())
    found -= OF_LIBRARIES if path.is_relative_to(ROOT / "adapters") else set()
    assert not found, f"{path}: {sorted(found)} are names of a game; call the thing by a general word"
    assert not forbidden_in(text)


def forbidden_in(text: str) -> set[str]:
    """The forbidden words that a text holds, as words or as parts of longer ones."""
    whole = words_of(text)
    joined = text.lower().replace("_", "-")
    return {
        word
        for word in FORBIDDEN
        if plurals(word) & whole
        or (word not in AS_WORDS_ONLY and (word in joined or word.replace("-", "") in joined))
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PayCash", {"cash"}), ("cashier", {"cash"}), ("the boutiques", {"boutique"}), ("UPKEEP_COST", {"upkeep"}),
        ("tic_tac_toe", {"tic-tac"}), ("a lace", {"lace"}), ("replace the address of an importer", set()),
        ("dresses", {"dress"}), ("TicTac", {"tic-tac"}), ("porters", {"porter"}), ("fireworks.lark", {"firework"}),
    ],
)  # fmt: skip
def test_the_forbidden_words_are_found_as_words_and_inside_of_identifiers(text: str, found: set[str]) -> None:
    assert forbidden_in(text) == found


def test_the_names_of_the_games_are_collected() -> None:
    assert {"accountant", "employee", "prestige", "diagonal", "tic"} <= set(declared_names())
    assert len(CODE) > 40


def test_every_general_term_is_declared_by_a_game() -> None:
    """A word that no game declares needs no exception: it is to be taken out of the list."""
    needless = {word for word in GENERAL if not plurals(word) & set(declared_names())}
    assert not needless
