"""Every trap of YAML is one finding at its place, whichever parser is at work."""

from __future__ import annotations

import pytest

# text of the file; code, line and column of its only finding; a part of its message
ONE_FINDING: dict[str, tuple[str, str, int, int, str]] = {
    "empty": ("", "RW005", 1, 1, "empty"),
    "only blanks and comments": ("\n  \n# nothing\n", "RW005", 1, 1, "empty"),
    "only a document mark": ("---\n", "RW005", 1, 1, "empty"),
    "only a byte order mark": ("\ufeff", "RW005", 1, 1, "empty"),
    "zero byte": ("a: 1\nb: x\x00y\n", "RW006", 2, 5, "U+0000"),
    "escape character": ("a: \x1b[31m\n", "RW006", 1, 4, "U+001B"),
    "line separator": ("a: b\u2028c\n", "RW006", 1, 5, "line separator"),
    "next line": ("a: b\x85c\n", "RW006", 1, 5, "U+0085"),
    "byte order mark inside": ("a: b\ufeffc\n", "RW006", 1, 5, "zero width no-break space"),
    "carriage return alone": ("a: b\rc: d\n", "RW006", 1, 5, "carriage return"),
    "escaped zero": ('a: "x\\0y"\n', "RW006", 1, 6, "U+0000"),
    "escaped escape character": ('a: "é\\e[31m"\n', "RW006", 1, 6, "U+001B"),
    "hard blank in a key": ("a: 1\nb\u00a0c: 2\n", "RW006", 2, 2, "U+00A0"),
    "hard blank behind a colon": ("a:\u00a01\nb: 2\n", "RW006", 1, 3, "U+00A0"),
    "tab for indentation": ("a:\n\tb: 1\n\tc: 2\n", "RW007", 2, 1, "one more"),
    "tab behind blanks": ("a:\n  b: 1\n  \tc: 2\n", "RW007", 3, 3, "tab"),
    "tab behind a dash": ("a:\n-\tb: 1\n-\tc: 2\n-\td: 2\n", "RW007", 2, 2, "2 more"),
    "tab in a block text": ("a: |\n  b\n\tc\n", "RW007", 3, 1, "tab"),
    "second colon": ("do: one of: x\n", "RW008", 1, 11, "second colon"),
    "second colon behind wide letters": ("名: 日本: x\n", "RW008", 1, 6, "second colon"),
    "deeper key below a text": ("a: text\n  b: 1\n", "RW008", 2, 3, "`b` begins a new key"),
    "no blank behind the colon": ("a:1\nb: 2\n", "RW008", 1, 2, "blank is missing"),
    "no blank behind the colon, deeper": ("a:\n  b:c\n  d: 1\n", "RW008", 2, 4, "blank is missing"),
    "no blank behind the colon in braces": ("a: {b:[c], d: 1}\n", "RW008", 1, 6, "blank is missing"),
    "nothing behind the colon in braces": ("a: {b: 1, cd:}\n", "RW008", 1, 13, "blank is missing"),
    "percent at the beginning of a line": ("a: 1\n%b\n", "RW015", 2, 1, "%"),
    "tag in braces": ("a: {b: !c, d: e}\n", "RW015", 1, 8, "tag"),
    "no colon": ("a: 1\ngain 5 gold\nb: 2\n", "RW008", 2, 1, "`gain 5 gold` has no colon"),
    "no colon at the end": ("a: 1\ngain 5 gold", "RW008", 2, 1, "`gain 5 gold` has no colon"),
    "indentation that fits nothing": ("a:\n    b: 1\n  c: 2\n", "RW008", 3, 3, "by 4 blanks (as in line 2)"),
    "less than the first key": ("  a: 1\nb: 2\n", "RW008", 2, 1, "indented less"),
    "list among keys": ("a: 1\n- b\n", "RW008", 2, 1, "list entry stands among keys"),
    "key among a list": ("a:\n  - b\n  c: 1\n", "RW008", 3, 3, "key stands among the list"),
    "list on the line of its key": ("a: - b\n", "RW008", 1, 4, "dash"),
    "no key before the colon": ("a: 1\n: 2\n", "RW008", 2, 1, "key is missing"),
    "quote never closed": ("a: 'x\nb: 1\n", "RW008", 1, 4, "never closed"),
    "double quote never closed": ('a: 1\nb: "x\nc: 1\n', "RW008", 2, 4, "never closed"),
    "document mark in a quote": ('a: "b\n---\nc"\n', "RW008", 1, 4, "never closed"),
    "text behind a quote": ('a: "Take" a card\n', "RW008", 1, 11, "behind its closing quote"),
    "text behind a bracket": ("a: [x] y\n", "RW008", 1, 8, "behind the closing bracket"),
    "bracket never closed": ("a: [1, 2\nb: 3\n", "RW008", 1, 4, "`[` is not closed"),
    "brace never closed": ("a: 1\nb: {x: 1\nc: 3\n", "RW008", 2, 4, "`{` is not closed"),
    "bracket open at the end": ("a: [1,\n", "RW008", 1, 4, "never closed"),
    "bracket too many": ("a: [b]]\n", "RW008", 1, 7, "closes nothing"),
    "brackets that do not match": ("a: {b: [1, 2}\n", "RW008", 1, 13, "closes the `[`"),
    "index inside braces": ("a: {do: gain 1 gold[red]}\n", "RW008", 1, 20, "| block"),
    "colon inside braces": ("a: {do: may: x}\n", "RW008", 1, 12, "| block"),
    "text behind a quote inside braces": ('a: {x: "y" z}\n', "RW008", 1, 12, "comma or `}`"),
    "comma twice": ("a: [b,, c]\n", "RW008", 1, 7, "value is wanted"),
    "comma as a value": ("a: ,\n", "RW008", 1, 4, "value is wanted"),
    "unknown escape": ('a: "é\\q"\n', "RW008", 1, 6, "`\\q`"),
    "escape too short": ('a: "\\xZ"\n', "RW008", 1, 5, "`\\x`"),
    "escape for no character": ('a: "\\ud800"\n', "RW008", 1, 5, "no character"),
    "escape beyond all characters": ('a: "x\\U00110000"\n', "RW008", 1, 6, "no character"),
    "escape for no character behind others": (
        'a: "\\\\ud800 \\u00e9 \\uDFFF"\n',
        "RW008",
        1,
        20,
        "no character",
    ),
    "text on the line of its block": ("a: | x\n", "RW008", 1, 6, "line must end"),
    "at sign": ("a: @x\n", "RW008", 1, 4, "`@`"),
    "backtick": ("a: `x`\n", "RW008", 1, 4, "quotes"),
    "percent": ("a: %x\n", "RW008", 1, 4, "`%`"),
    "star alone": ("a: * b\n", "RW008", 1, 4, "`*`"),
    "ampersand alone": ("a: & b\n", "RW008", 1, 4, "`&`"),
    "key twice": ("a: 1\nb: 2\na: 3\n", "RW009", 3, 1, "line 1"),
    "key twice inside": ("a:\n  b: 1\n  c: 2\n  b: 3\n", "RW009", 4, 3, "line 2"),
    "key twice in braces": ("a: {b: 1, b: 2}\n", "RW009", 1, 11, "line 1"),
    "key twice, quoted once": ("a: 1\n'a': 2\n", "RW009", 2, 1, "line 1"),
    "number as key twice": ("1: a\n'1': b\n", "RW009", 2, 1, "line 1"),
    "second document": ("a: 1\n---\nb: 2\n", "RW010", 2, 1, "file of its own"),
    "list at the top": ("- a\n- b\n", "RW011", 1, 1, "list"),
    "text at the top": ("hello\n", "RW011", 1, 1, "single text"),
    "number at the top": ("42\n", "RW011", 1, 1, "single text"),
    "list as key": ("? [a]\n: b\n", "RW012", 1, 3, "key"),
    "list as key in one line": ("[a]: b\n", "RW012", 1, 1, "key"),
    "mapping as key": ("{a: b}: c\n", "RW012", 1, 1, "key"),
    "empty key": ("'': b\n", "RW012", 1, 1, "missing"),
    "nothing as key": ("~: b\n", "RW012", 1, 1, "missing"),
    "key over lines": ("? |\n  a\n  b\n: c\n", "RW012", 1, 3, "one line"),
    "question mark as a value": ("a: ? b\n", "RW012", 1, 4, "`?`"),
    "alias": ("a: &x 1\nb: *x\n", "RW013", 2, 4, "line 1"),
    "alias of nothing": ("b: *x\n", "RW013", 1, 4, "`*x`"),
    "anchor alone": ("a: &x 1\n", "RW013", 1, 4, "`&x`"),
    "merge key": ("a: &x {b: 1}\nc:\n  <<: *x\n", "RW014", 3, 3, "merges"),
    "merge key with a mapping": ("<<: {b: 1}\n", "RW014", 1, 1, "merges"),
    "tag of Python": ("a: !!python/object/apply:os.system [ls]\n", "RW015", 1, 4, "tag"),
    "tag": ("a: !x y\n", "RW015", 1, 4, "tag"),
    "tag of a mapping": ("a: !!omap {b: 1}\n", "RW015", 1, 4, "tag"),
    "comparison that begins with an exclamation mark": ("if: != 3\n", "RW015", 1, 5, "quotes"),
    "tag handle": ("a: !x!y z\n", "RW015", 1, 4, "tag"),
    "directive of YAML": ("%YAML 1.1\n---\na: 1\n", "RW015", 1, 1, "directive"),
    "unknown directive": ("# x\n%FOO\n---\na: 1\n", "RW015", 2, 1, "directive"),
}


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "words"), ONE_FINDING.values(), ids=ONE_FINDING.keys()
)
def test_one_finding(parse, text: str, code: str, line: int, column: int, words: str):
    _, findings = parse(text)
    assert [(found.code, found.span.line, found.span.column) for found in findings] == [(code, line, column)]
    assert words in findings[0].message


WITHOUT_CR = {name: case[0] for name, case in ONE_FINDING.items() if "\r" not in case[0]}


@pytest.mark.parametrize("text", WITHOUT_CR.values(), ids=WITHOUT_CR.keys())
def test_the_same_finding_in_a_file_with_crlf(parse, text: str):
    assert parse(text.replace("\n", "\r\n"))[1] == parse(text)[1]


@pytest.mark.parametrize("text", [case[0] for case in ONE_FINDING.values()], ids=ONE_FINDING.keys())
def test_no_words_of_the_library(parse, text: str):
    for finding in parse(text)[1]:
        assert not any(
            word in finding.message for word in ("token", "scalar", "mapping values", "flow", "<block")
        )


def test_after_a_key_given_twice_the_first_counts_and_the_rest_is_read(parse):
    node, findings = parse("a: 1\na: 2\nb: 3\n")
    assert [found.code for found in findings] == ["RW009"]
    assert node.keys() == ("a", "b")
    assert node.get("a").text == "1"


def test_several_lesser_mistakes_are_found_in_one_run(parse):
    _, findings = parse("a: 1\na: 2\n<<: {b: 3}\n? [c]\n: d\n")
    assert [found.code for found in findings] == ["RW009", "RW014", "RW012"]


@pytest.mark.parametrize(
    "text", ["<<: {b: 2, a: 3}\na: 1\n", "a: 1\n<<: [{b: 2}, {a: 3}, {b: 4}]\n"], ids=["mapping", "list"]
)
def test_what_is_written_out_at_a_merge_key_is_not_missing_and_gives_way_to_own_keys(parse, text: str):
    node, findings = parse(text)
    assert [found.code for found in findings] == ["RW014"]
    assert {key: node.get(key).text for key in node.keys()}  # noqa: SIM118  a node is no dictionary == {"a": "1", "b": "2"}


@pytest.mark.parametrize("value", ["b", "[b, {c: 1}]", "[*x, {c: 1}]"])
def test_where_nobody_knows_what_a_merge_key_brings_the_rest_is_not_checked_with_the_gap(parse, value: str):
    node, findings = parse(f"k: &x {{c: 1}}\na:\n  <<: {value}\n" if "*" in value else f"a:\n  <<: {value}\n")
    assert [found.code for found in findings] == ["RW014"]
    assert node is None


def test_an_anchor_bomb_is_refused_at_once(parse):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    node, findings = parse("\n".join(lines))
    assert node is None
    assert {found.code for found in findings} == {"RW013"}
    assert len(findings) == 12  # each anchor once, and the last one for having no alias


@pytest.mark.parametrize(
    "text", ["a: " + "[" * 5000, "a: " + "{" * 5000, "- " * 5000 + "\n", "a: " + "[" * 101 + "]" * 101]
)
def test_deep_nesting_is_refused(parse, text: str):
    assert [found.code for found in parse(text)[1]] == ["RW017"]


def test_a_hundred_levels_are_read(parse):
    node, findings = parse("a: " + "[" * 98 + "x" + "]" * 98)
    assert node is not None
    assert not findings


def test_too_many_values_are_refused(monkeypatch: pytest.MonkeyPatch, parse):
    monkeypatch.setattr("rulewright.interpreter.source.parser.MOST_VALUES", 50)
    assert [found.code for found in parse("a: [" + "1, " * 100 + "]")[1]] == ["RW016"]


@pytest.mark.parametrize(
    "text",
    [
        "a: b\t# tab before a comment\n",
        "a:\tb\n",
        "a: b\t\n",
        "a: b\n\t\nc: d\n",
        "a: [b,\tc]\n",
        "a: 'b\tc'\n",
        "---\na: b\n...\n",
        "# comment\n\n---\na: b # comment\n",
        "? a\n: b\n",
        "a: “b” c\n",
        "a: b\u00a0c\n",
        "a: it's\n",
        "a: x & y * z ! @ % ` | >\n",
        "a: -1\nb: - \n".replace("b: - \n", ""),
        "a: http://x/y\n",
        "a: {b: c, 'd, e': \"f, g\"}\n",
    ],
)
def test_harmless_texts_are_fine(parse, text: str):
    node, findings = parse(text)
    assert node is not None
    assert not findings
