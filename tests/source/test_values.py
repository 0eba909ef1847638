from __future__ import annotations

import time

import pytest

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.source import (
    MappingNode,
    ScalarNode,
    SequenceNode,
    parse_yaml,
    scalar_value,
    to_plain,
)

TEXTS = (
    *("no", "yes", "on", "off", "y", "n", "true", "false", "True", "NO", "Null", "NULL", "none", "="),
    *(
        "010",
        "0o17",
        "0x1F",
        "1e3",
        "1.5",
        ".5",
        "-.inf",
        "+1",
        "1_000",
        "-0x1",
        "-01",
        "00",
        "22:30",
        "2020-01-01",
    ),
    *("5gold", "--", "1-", "1234567890123456789"),
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_bare_text_stays_as_written(parse, text: str):
    assert to_plain(parse(f"a: {text}\n")[0]) == {"a": text}
    assert to_plain(parse(f"a: [{text}]\n")[0]) == {"a": [text]}


@pytest.mark.parametrize("text", ["0", "7", "-7", "-0", "10", "123456789012345678"])
def test_a_bare_whole_number_is_a_number(parse, text: str):
    assert to_plain(parse(f"a: {text}\n")[0]) == {"a": int(text)}


@pytest.mark.parametrize("text", ["", "~", "null", " # comment"])
def test_a_bare_nothing_is_none(parse, text: str):
    assert to_plain(parse(f"a: {text}\n")[0]) == {"a": None}


@pytest.mark.parametrize("text", ["7", "", "~", "null", "no"])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_quoted_text_is_a_text(parse, text: str, quote: str):
    assert to_plain(parse(f"a: {quote}{text}{quote}\n")[0]) == {"a": text}


@pytest.mark.parametrize(("sign", "text"), [("|", "7\n"), ("|-", "7"), (">", "7\n"), (">-", "7")])
def test_a_block_is_a_text(parse, sign: str, text: str):
    assert to_plain(parse(f"a: {sign}\n  7\n")[0]) == {"a": text}


def test_keys_are_texts(parse):
    node, findings = parse("1: a\nno: b\n2020-01-01: c\n'x y': d\n")
    assert to_plain(node) == {"1": "a", "no": "b", "2020-01-01": "c", "x y": "d"}
    assert not findings


def test_an_empty_mapping_and_an_empty_list(parse):
    assert to_plain(parse("a: {}\nb: []\n")[0]) == {"a": {}, "b": []}


def test_a_comma_in_braces_cuts_a_text(parse):
    node, findings = parse("a: {when: x, do: draw(2, keep = 1)}\n")
    assert to_plain(node) == {"a": {"when": "x", "do": "draw(2", "keep = 1)": None}}
    assert not findings  # the schema explains it


def test_nodes(parse):
    node, _ = parse("# head\na:\n  - b\n  - {c: 'd', e: [f, g]}\n")
    sequence = node.get("a")
    assert isinstance(sequence, SequenceNode)
    assert not sequence.flow
    assert (sequence.span.line, sequence.span.column, sequence.span.end_column) == (3, 3, 4)
    inner = sequence.items[1]
    assert isinstance(inner, MappingNode)
    assert inner.flow
    assert (inner.span.line, inner.span.column, inner.span.end_column) == (4, 5, 24)
    assert inner.keys() == ("c", "e")
    assert inner.get("x") is None
    assert inner.entry("x") is None
    quoted = inner.entry("c").value
    assert isinstance(quoted, ScalarNode)
    assert (quoted.text, quoted.style, quoted.plain) == ("d", "single", False)
    assert (quoted.span.column, quoted.span.end_column) == (9, 12)
    assert scalar_value(quoted) == "d"


def test_nodes_are_equal_only_to_themselves(parse):
    first, second = parse("a: 1\n")[0], parse("a: 1\n")[0]
    assert first != second
    assert len({first, second, first}) == 2


def test_a_block_of_keys_stands_at_its_first_key(parse):
    node = parse("a:\n  bc: 1\n  d: 2\n")[0].get("a")
    assert (node.span.line, node.span.column, node.span.end_column) == (2, 3, 5)


def test_a_text_over_lines_is_shown_up_to_the_end_of_its_first(parse):
    node = parse("a: one\n  two\n")[0].get("a")
    assert (node.span.line, node.span.column, node.span.end_column) == (1, 4, 7)
    block = parse("a: |-  # note\n  two\n")[0].get("a")
    assert (block.span.line, block.span.column, block.span.end_column) == (1, 4, 6)


def test_both_line_ends_give_the_same_text(parse):
    text = "a: |\n  one\n   two\nb: one\n  two\n"
    assert to_plain(parse(text)[0]) == to_plain(parse(text.replace("\n", "\r\n"))[0])


def test_a_large_file_is_read_fast():
    entry = (
        "  card-{}:\n    copies: 2\n    front:\n      abilities:\n        - {{when: x, do: gain 1 gold}}\n"
    )
    text = "cards:\n" + "".join(entry.format(number) for number in range(1100))
    assert len(text) > 100_000
    start = time.process_time()
    assert parse_yaml(text, "f.yaml", Findings()) is not None
    # Some 0.08 s where this was written; the bound leaves room for a slow and busy machine.
    assert time.process_time() - start < 1.5
