"""The fast reader of effects and formulas gives the trees that Lark gives, or leaves a text to Lark."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast
from unittest import mock

import pytest
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from rulewright.interpreter import cache
from rulewright.interpreter.content.load import check_game, game_names
from rulewright.interpreter.content_roots import find_root
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language import parser
from rulewright.interpreter.language.grammar import lark_parser, parse_tables, reader, table_maker
from rulewright.interpreter.language.grammar.syntax import Part, Tree, levels
from rulewright.interpreter.language.reference.entries import groups
from rulewright.interpreter.source import ScalarNode, parse_yaml

_CHANGES = 4_000
_PIECES = (
    *("worse", "better", "in order", "count(", "sum(", "place of ", "one or more ", "or none", "top of ", "orb", "x-y"),
    *("(", ")", "[", "]", "=", "==", "<", "-", "+", ".", ",", ":", '"x"', "5", " ", "\n", "\n  ", "\r\n", "\t", "# c"),
    *("if", "is", "in", "not", "or", "and", "for each x in", "to", "any", "one of", "otherwise", "rising", "where"),
)  # fmt: skip


@pytest.fixture(scope="module")
def texts() -> list[tuple[str, str]]:
    """Every text that the shipped games and the reference page have, with what it is read as."""
    met: dict[tuple[str, str], None] = {}
    read = reader.read

    def noted(start: str, text: str) -> Tree | None:
        met[start, text] = None
        return read(start, text)

    root = find_root(None)
    with mock.patch.object(reader, "read", noted), mock.patch.object(cache, "is_used", return_value=False):
        for name in game_names(root):
            assert check_game(name, root, Findings()) is not None
    for group in groups():
        if group.sort in ("effect", "formula"):
            met.update(dict.fromkeys((group.sort, entry.example + "\n") for entry in group.entries))
    return list(met)


def _shown(part: Part) -> object:
    if isinstance(part, Tree):
        return part.data, part.start_pos, part.end_pos, [_shown(child) for child in part.children]
    return None if part is None else (str(part), part.start_pos, part.end_pos)


def _read_by_lark(start: str, text: str) -> Tree | None:
    try:
        return lark_parser.parse(start, text)
    except (UnexpectedInput, DedentError):
        return None


def test_the_tables_are_those_of_the_grammar() -> None:
    made = table_maker.text_of(table_maker.make())
    assert parse_tables.FILE.read_text(encoding="utf-8") == made, (
        "run `python -m rulewright.interpreter.language.grammar.table_maker`"
    )


def _forget() -> None:
    reader._grammar.cache_clear()
    reader.read.cache_clear()


def test_a_changed_grammar_gets_tables_of_its_own() -> None:
    changed = parse_tables.grammar().replace('"finish" "game"', '"finish" "match"')
    _forget()
    with (
        mock.patch.object(reader, "grammar", return_value=changed),
        mock.patch.object(table_maker, "grammar", return_value=changed),
        mock.patch.object(lark_parser, "grammar", return_value=changed),
    ):
        assert reader.read("effect", "finish match\n") is not None
        assert reader.read("effect", "finish game\n") is None
    _forget()
    assert reader.read("effect", "finish match\n") is None
    assert reader.read("effect", "finish game\n") is not None


def test_the_reader_knows_every_terminal() -> None:
    grammar = reader._grammar()
    rules = {rule.origin for rule in grammar.rules}
    met = {name for row in grammar.rows for name in row} - rules - set(grammar.words.values())
    assert {name for name in met if name.isupper()} - {"$END"} == reader.TERMINALS


def test_no_state_lets_the_reader_take_a_sign_or_word_for_another() -> None:
    for row in reader._grammar().rows:
        assert not {"ADDOP", "MINUS"} <= row.keys()
        assert "TIE_RULE" not in row or not {"NAME", "IN"} & row.keys()


def test_shipped_texts_are_read_as_lark_reads_them(texts: list[tuple[str, str]]) -> None:
    assert len(texts) > 500
    for start, text in texts:
        own = reader.read(start, text)
        assert own is not None, text
        assert _shown(own) == _shown(_read_by_lark(start, text)), text


def _changed(texts: list[tuple[str, str]], chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield texts in which something is left out, put in, put in place of something else, or said twice."""
    for _ in range(_CHANGES):
        start, text = chance.choice(texts)
        for _ in range(chance.choice((1, 1, 2, 3))):
            at = chance.randrange(len(text) + 1)
            end = min(len(text), at + chance.randrange(1, 6))
            piece = chance.choice(_PIECES)
            inside = chance.choice(("", piece, f" {piece} ", text[at:end] * 2, text[at:end] + piece))
            text = text[:at] + inside + text[end:]
        yield start, text.rstrip("\n") + "\n"


def test_changed_texts_are_read_as_lark_reads_them_or_left_to_it(texts: list[tuple[str, str]]) -> None:
    read = left = 0
    for start, text in _changed(texts, random.Random(4)):
        own, larks = reader.read(start, text), _read_by_lark(start, text)
        if own is not None:
            read += 1
            assert _shown(own) == _shown(larks), text
        elif larks is not None:
            left += 1
    assert read > _CHANGES // 5
    assert left < read // 10, "most of what is right must not need Lark"


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("head", "f(x isnumber)\n"),  # two words glued together
        ("formula", "5 worse\n"),
        ("effect", "for each x inme.cards:\n  nothing\n"),
        ("effect", "if yes:\n    nothing\n  nothing\n"),  # closes to no open block
        ("effect", "gain (5\n"),
        ("effect", "gain 5) coins\n"),
        ("effect", "say 'x'\n"),
        ("effect", "\n"),
    ],
)
def test_odd_and_wrong_texts_are_left_to_lark(start: str, text: str) -> None:
    assert reader.read(start, text) is None


def test_what_only_lark_reads_is_a_tree_like_others() -> None:
    found = Findings()
    node = parse_yaml("f: gain 1 coin for each x in5", "a file", found)
    assert node is not None
    parsed = parser.parse("effect", cast("ScalarNode", node.get("f")), found)
    assert parsed is not None
    right = reader.read("effect", "gain 1 coin for each x in 5\n")
    assert [[one.data for one in level] for level in levels(parsed.tree)] == [
        [one.data for one in level] for level in levels(cast("Tree", right))
    ]
    assert (
        parsed.span(cast("Tree", parsed.tree.children[0])).end_column
        == len("f: gain 1 coin for each x in5") + 1
    )
    assert not found


def test_a_tab_goes_eight_blanks_in() -> None:
    text = "if (a\n    or b):  # why\n\n  # nothing here\n        nothing\n\tnothing\nelse:\n  nothing\n"
    assert reader.read("effect", text) is not None
    assert reader.read("effect", text.replace("\t", "  ")) is None
