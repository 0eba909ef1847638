"""The place of a character is found by searching the file for a mark that stands in it once."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.source import MappingNode, ScalarNode, SequenceNode, parse_yaml, parser

MARK = "§"


def read(text: str) -> MappingNode | None:
    return parse_yaml(text, "f.yaml", Findings())


def find_marked(node: object) -> ScalarNode | None:
    """The first text in which the mark stands."""
    if isinstance(node, ScalarNode):
        return node if MARK in node.text else None
    children = [entry.value for entry in node.entries] if isinstance(node, MappingNode) else list(node.items)
    return next((found for child in children if (found := find_marked(child))), None)


def written_place(file: str, needle: str = MARK) -> Span:
    """Where the mark stands, counted without any knowledge of YAML."""
    lines = file.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    row = next(number for number, line in enumerate(lines) if needle in line)
    column = lines[row].index(needle) + 1
    return Span("f.yaml", row + 1, column, column + len(needle))


def check(file: str, needle: str = MARK) -> None:
    node = find_marked(read(file))
    assert node is not None, file
    assert node.place(node.text.index(MARK)) == written_place(file, needle)


CASES = {
    "plain": "do: gain § cash\n",
    "plain behind wide letters": "{日本: é, do: ab § c}\n",
    "plain over lines": "do: one\n  two\n\n   three § four\n",
    "plain in a list": "- a\n- b\n".replace("- a", "list:\n- x § y"),
    "single": "do: 'it''s ''§'' here'\n",
    "single over lines": "do: 'one   \n  two''s\n\n\n   x § y'\n",
    "double": 'do: "a \\"b\\" \\\\ \\u00e9 \\x41 \\U0001F600 § c"\n',
    "double over lines": 'do: "one \\\n   two  \n\n  three \\  § y"\n',
    "double with joined lines": 'do: "one\\\n\n\n   two§"\n',
    "literal": "do: |\n  first\n    second\n\n  third §\n",
    "literal stripped": "do: |-\n  a\n  § b\n\n\nnext: 1\n",
    "literal kept": "do: |+\n\n\n  a\n  b §\n\n\nnext: 1\n",
    "literal with its indentation": "a:\n  do: |2\n      deeper\n     §\n",
    "literal with both signs": "a:\n  do: |-1\n     deeper\n   §\n",
    "literal in a list": "a:\n- |1\n  deeper\n  §\n",
    "literal in a nested list": "a:\n  - - |2\n        deeper\n      §\n",
    "literal in a list entry's mapping": "a:\n  - when: x\n    do: |2\n        deeper\n      §\n",
    "literal behind a comment": "do: | # the text\n  a §\n",
    "literal with blank lines of blanks": "do: |\n  a\n     \n  b §\n",
    "folded": "do: >\n  one\n  two\n\n  three §\n",
    "folded around deeper lines": "do: >\n  one\n    two\n    three\n  four\n\n\n  five §\n",
    "folded stripped": "do: >-\n\n  one\n  two §\n\nnext: 1\n",
    "folded kept": "do: >+\n  one\n\n  two\n\n  §\n\n",
    "folded with its indentation": "do: >1\n  deeper\n one\n two §\n",
    "literal with a blank line of tabs": "do: |\n  a\n  \t\n\t\n  b §\n",
    "folded with a blank line of tabs": "do: >\n  a\n\t \n  b §\n",
    "double over lines with tabs": 'do: "a\t\n  b\t§"\n',
    "no line end": "do: |\n  a\n  b §",
}


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "\ufeff", "# ééé 日本\nfirst: 'ü'\n"])
@pytest.mark.parametrize("file", CASES.values(), ids=CASES.keys())
def test_the_place_of_a_mark(file: str, before: str, ends: str):
    if file.startswith("{") and len(before) > 1:
        before = "# ééé 日本\n"
    check((before + file).replace("\n", ends))


@pytest.mark.parametrize("written", ["\\u00a7", "\\xA7", "\\U000000a7"])
def test_an_escape_is_as_wide_as_it_is_written(written: str):
    check(f'do: "é\\n{written} x"\n', written)


def test_a_tab_inside_a_text_stays_and_takes_one_column():
    node = find_marked(read("do: a\tb\t§\t \tc\n"))
    assert node.text == "a\tb\t§\t \tc"
    assert node.place(4) == Span("f.yaml", 1, 9, 10)


def test_a_stretch_is_cut_at_the_end_of_its_line():
    node = read("do: |\n  one two\n  three\n").get("do")
    assert node.place(4, 3) == Span("f.yaml", 2, 7, 10)
    assert node.place(4, 9) == Span("f.yaml", 2, 7, 10)
    assert node.place(8, 5) == Span("f.yaml", 3, 3, 8)


def test_the_end_of_a_text_is_behind_its_last_letter():
    node = read("do: |+\n  one\n\n\nb: c\n").get("do")
    for offset in (6, 7, 99):
        assert node.place(offset) == Span("f.yaml", 2, 6, 6)
    assert read("a: b\n").get("a").place(1) == Span("f.yaml", 1, 5, 5)


def test_an_empty_text_has_the_place_behind_its_key():
    assert read("é:\nb: 1\n").get("é").place(0) == Span("f.yaml", 1, 3, 3)


def test_a_line_end_stands_behind_its_line():
    node = read("do: |\n  one\n  two\n").get("do")
    assert node.place(3) == Span("f.yaml", 2, 6, 6)
    folded = read("do: >-\n  one\n  two\n").get("do")
    assert folded.text == "one two"
    assert folded.place(3) == Span("f.yaml", 2, 6, 6)


# ---- any text in any style

WORDS = st.sampled_from(["a", "bc", "é", "日本", "d'", "x:y", "(1)", "#", "z#", "-", "\U0001f600", "="])
GAPS = st.sampled_from([" ", "  ", "\n", "  \n", "\n\n", "\n \n", "\n\n\n", " \n  \n"])


@st.composite
def flow_texts(draw: st.DrawFn, quote: str) -> str:
    """A plain or quoted text, perhaps over several lines, with the mark in it."""
    words = draw(st.lists(WORDS, min_size=1, max_size=8))
    words.insert(draw(st.integers(0, len(words))), MARK)
    indent = " " * draw(st.integers(2, 5))
    text = words[0]
    for word in words[1:]:
        gap = draw(GAPS)
        text += gap + (indent if "\n" in gap else "") + word
    if quote == "'":
        return quote + text.replace("'", "''") + quote
    if quote == '"':
        escapes = st.sampled_from(
            ["", "\\n", "\\u00e9", '\\"', "\\\\", "\\\n" + indent, "\\\n\n" + indent, "\\ "]
        )
        at = text.index(MARK)
        return quote + text[:at] + draw(escapes) + draw(escapes) + text[at:] + quote
    return text


@st.composite
def block_texts(draw: st.DrawFn, outer: int) -> str:
    """A block text for a key at column `outer`."""
    sign = draw(st.sampled_from("|>")) + draw(st.sampled_from(["", "-", "+"]))
    explicit = draw(st.booleans())
    indent = draw(st.integers(1, 6))
    lines = draw(st.lists(st.tuples(st.integers(0, 3), st.lists(WORDS, max_size=4)), max_size=7))
    marked = draw(st.integers(0, len(lines)))
    lines.insert(marked, (draw(st.integers(0, 2)), [*draw(st.lists(WORDS, max_size=2)), MARK]))
    margin = " " * (outer + indent)
    written = [margin + " " * deeper + " ".join(words) if words else " " * deeper for deeper, words in lines]
    return (
        sign
        + (str(indent) if explicit else "")
        + "\n"
        + "\n".join(written)
        + draw(st.sampled_from(["", "\n", "\n\n\n"]))
    )


@st.composite
def files(draw: st.DrawFn) -> str:
    style = draw(st.sampled_from(["", "'", '"', "block", "block"]))
    head, column = draw(
        st.sampled_from(
            [("do: ", 0), ("é: 1\na:\n  - ", 2), ("a:\n  b:\n    do: ", 4), ("a:\n- ", 0), ("a:\n- é: ", 2)]
        )
    )
    text = draw(block_texts(column) if style == "block" else flow_texts(style))
    if column and style != "block":
        text = text.replace("\n", "\n" + " " * column)
    tail = draw(st.sampled_from(["", "\nlast: 1\n"]))
    file = draw(st.sampled_from(["", "\ufeff", "# ü\n"])) + head + text + tail
    return file.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@settings(max_examples=400, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(files())
@example("do: 'a\n \n  §'")
def test_the_place_of_a_mark_in_any_text(file: str):
    node = read(file)
    assume(node is not None)
    marked = find_marked(node)
    assume(marked is not None)  # a # may have made a comment of it
    assert marked.place(marked.text.index(MARK)) == written_place(file)
    places = [marked.place(offset) for offset in range(len(marked.text))]
    assert [(place.line, place.column) for place in places] == sorted(
        (place.line, place.column) for place in places
    )


@settings(max_examples=300)
@given(files())
def test_both_parsers_read_the_same(file: str):
    first, second = Findings(), Findings()
    one = parse_yaml(file, "f.yaml", first)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "event_parser", parser.PythonParser)
        other = parse_yaml(file, "f.yaml", second)
    assert described(one) == described(other)
    assert list(first) == list(second)


def described(node: object) -> object:
    if isinstance(node, MappingNode):
        return (
            node.span,
            node.flow,
            [(described(entry.key), described(entry.value)) for entry in node.entries],
        )
    if isinstance(node, SequenceNode):
        return node.span, node.flow, [described(item) for item in node.items]
    if isinstance(node, ScalarNode):
        return node.span, node.style, node.text, [node.place(offset) for offset in range(len(node.text) + 1)]
    return node
