"""What went wrong in a text that does not parse: a table of well-known slips, then what the grammar expected."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from interpreter.findings import nearest

STATEMENT_WORDS = (
    "as", "choose", "discard", "draw", "finish", "flip", "for", "gain", "if", "let", "lose", "may", "move",
    "nothing", "offer", "one", "pay", "repeat", "run", "set", "shuffle", "swap", "while",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slip:
    """A finding about a text, with the character where it stands in the text."""

    code: str
    offset: int
    length: int
    message: str
    suggestion: str | None = None


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A well-known slip: what its line looks like, the group to point at, and what to say."""

    regex: re.Pattern[str]
    message: str
    suggestion: str | None = None


def _known(regex: str, message: str, suggestion: str | None = None) -> _Pattern:
    return _Pattern(re.compile(regex), message, suggestion)


# Each pattern is tried on the line that failed; the group `at` is where the caret goes.
_SLIPS = (
    _known(r"^\s*(?P<at>gains|pays|loses|moves|draws|chooses|discards|flips|shuffles|swaps)\b",
           "an effect is an order to the one who acts: write `{base}`, not `{met}`", "{base}"),
    _known(r"\b(?P<at>gain|pay|lose)\s+[a-z_]\w*\s+\d+\s*$",
           "the number stands before the counter: `{met} 5 name`"),
    _known(r"^\s*(?:gain|pay|lose)\s+(?P<at>\d+)\s*$", "a counter is missing: gain, pay or lose {met} of what?"),
    _known(r"^\s*(?:move|draw)\b.*\s(?P<at>into|onto)\b", "write `to` in place of `{met}`", "to"),
    _known(r"^\s*(?:if|while|else if)\b.*\s(?P<at>then)\s*$",
           "a condition ends in a colon, without `then`: `if ...:`"),
    _known(r"^\s*may\s+(?P<at>[a-z]\w*)(?!\w*\s+(?:to|number))",
           '`may` needs the question in quotes and a colon: `may "Question":` with `{met} ...` below it'),
    _known(r"^\s*(?P<at>if|while|repeat|may|one of|for each|as|as each)\b[^:]*$",
           "a line that begins with `{met}` ends in a colon"),
    _known(r"^\s*(?P<at>else)\s*$", "`else` ends in a colon", "else:"),
    _known(r"^\s*(?P<at>[a-z_][\w.]*(?:\[[^\]]*\])?)\s*[-+]?=(?!=)",
           "a counter or a state is changed by `set {met} to ...`"),
    _known(r"[^=!<>]\s(?P<at>=)(?!=)", "a comparison is written `==`", "=="),
    _known(r"(?P<at>&&|\|\|)", "conditions are joined by the words `and` and `or`"),
    _known(r"(?P<at><>|=<|=>|===)", "comparisons are == != < <= > >=; `{met}` is none of them"),
    _known(r"^\s*(?:draw)\s+\S+\s+(?P<at>[a-z]\w*)\s*$",
           "say from where and to where: `draw 2 from ZONE to ZONE`"),
    _known(r"^\s*discard\s+(?P<at>\d+)\s+\w+",
           'say which: `choose {met} xs from ZONE "Question"`, then `discard xs`'),
    _known(r"^\s*(?P<at>each|every)\s+\w+", "an effect for several players begins `as each player in turn_order:`"),
    _known(r"^\s*choose\b(?!.*\bfrom\b)(?P<at>.*\S)", 'a choice says what from: `choose a NAME from LIST "Question"`'),
    _known(r"^\s*(?P<at>elif|elsif|elseif)\b", "write `else if`", "else if"),
    _known(r"^\s*(?P<at>return|def|print|import|lambda|eval|exec)\b",
           "`{met}` is no word of the effect language"),
)  # fmt: skip

_TYPOGRAPHIC = {
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"', "\u2018": "'", "\u2019": "'",
    "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00a0": "a blank", "\u2009": "a blank", "\u202f": "a blank",
    "\u200b": "nothing", "\u00d7": "*", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=", "\ufeff": "nothing",
}  # fmt: skip

_SHOWN = {
    "NAME": "a name", "INT": "a number", "STRING": "a text in quotes", "_NL": "the end of the line",
    "COLON": ":", "LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]", "COMMA": ",", "DOT": ".", "EQUAL": "=",
    "CMP": "a comparison", "ADDOP": "+ or -", "MULOP": "* or /", "_INDENT": "an indented block",
    "_DEDENT": "the end of the block", "$END": "the end", "_PLACE_OF": "place of", "_ONE_OR_MORE": "one or more",
    "AGGREGATE": "count(, any(, first( or all(", "FOLD": "sum(, max( or min(", "TIES": "worse, better or in order",
    "END": "top or bottom", "OR_NONE": "or none",
}  # fmt: skip

_OPERAND = {"NAME", "INT", "YES", "NO", "NONE", "AGGREGATE", "FOLD", "LPAR", "LSQB", "RANKED"}
_CONTINUING = {"CMP", "ADDOP", "MULOP", "DOT", "LSQB", "AND", "OR", "IS", "IN", "NOT", "_PLACE_OF", "MINUS"}


def explain(start: str, text: str, error: UnexpectedInput | DedentError) -> Slip:
    """Turn a parser's error about `text` into words for an author."""
    if isinstance(error, DedentError):
        return _dedent(text)
    offset = _offset(error, text)
    typographic = _typographic(text, offset) if isinstance(error, UnexpectedCharacters) else None
    if typographic is not None:
        return typographic
    line_start = text.rfind("\n", 0, offset) + 1
    line = text[line_start : _line_end(text, line_start)]
    known = _known_slip(line, line_start) if start == "effect" else _formula_slip(line, line_start)
    return known or _open_quote(line, line_start) or _expected(start, text, offset, error)


def _offset(error: UnexpectedInput, text: str) -> int:
    if isinstance(error, UnexpectedEOF):
        return max(0, len(text.rstrip()) - 1)
    # Lark leaves the place out of some errors, whatever its own types say.
    offset = error.pos_in_stream or 0
    if isinstance(error, UnexpectedToken) and error.token.type in ("_NL", "$END", "_DEDENT", "_INDENT"):
        # The break between two lines is reported at the end of the line before it.
        offset = len(text[: offset or len(text)].rstrip()) - 1
    return max(0, min(offset, len(text) - 1))


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _dedent(text: str) -> Slip:
    """Find the line that closes to a depth no open block has."""
    depths, at = [0], 0
    for line in text.split("\n"):
        body = line.lstrip(" ")
        depth = len(line) - len(body)
        if body and not body.startswith("#"):
            while depths and depths[-1] > depth:
                depths.pop()
            if not depths or (depths[-1] < depth and at and depth not in depths and _closes(text, at, depth)):
                break
            if not depths or depths[-1] != depth:
                depths.append(depth)
        at += len(line) + 1
    at = min(at, max(0, len(text) - 1))
    return Slip(
        "RW303", at, 1, "this line is indented to no block that is open above it; blocks go in by two blanks"
    )


def _closes(text: str, at: int, depth: int) -> bool:
    before = text[:at].rstrip("\n").split("\n")[-1]
    return len(before) - len(before.lstrip(" ")) > depth


def _typographic(text: str, offset: int) -> Slip | None:
    met = text[offset]
    plain = _TYPOGRAPHIC.get(met)
    if plain is not None:
        wanted = plain if len(plain) > 2 else f"`{plain}`"
        name = f"{met!a}"[1:-1] if not met.isprintable() or met.isspace() else met
        return Slip("RW307", offset, 1, f"the typographic character {name} stands where {wanted} is wanted")
    if met == '"':
        return None
    if met in "{}":
        return Slip("RW302", offset, 1, f"`{met}` is only used inside a text in quotes")
    if met == "'":
        return Slip("RW302", offset, 1, "texts stand in double quotes, not in single ones")
    return None


def _known_slip(line: str, line_start: int) -> Slip | None:
    first = re.match(r"\s*([a-z]+)\b", line)
    for pattern in _SLIPS:
        found = pattern.regex.search(line)
        if found:
            met = found["at"]
            words = {"met": met, "base": met.rstrip("s")}
            suggestion = pattern.suggestion.format(**words) if pattern.suggestion else None
            return Slip(
                "RW308", line_start + found.start("at"), len(met), pattern.message.format(**words), suggestion
            )
    if first and first[1] not in STATEMENT_WORDS:
        near = nearest(first[1], STATEMENT_WORDS)
        if near is not None:
            return Slip(
                "RW301",
                line_start + first.start(1),
                len(first[1]),
                f"no effect begins with `{first[1]}`",
                near,
            )
    return None


def _formula_slip(line: str, line_start: int) -> Slip | None:
    for pattern in _SLIPS[9:12]:
        found = pattern.regex.search(line)
        if found:
            met = found["at"]
            message = pattern.message.format(met=met)
            return Slip("RW308", line_start + found.start("at"), len(met), message, pattern.suggestion)
    return None


def _open_quote(line: str, line_start: int) -> Slip | None:
    if line.count('"') % 2:
        at = line.rfind('"')
        return Slip(
            "RW309", line_start + at, 1, "the text that begins here is not closed by a quote on this line"
        )
    return None


def _expected(start: str, text: str, offset: int, error: UnexpectedInput) -> Slip:
    if isinstance(error, UnexpectedCharacters):
        met = text[offset]
        return Slip("RW302", offset, 1, f"the character `{met}` has no meaning here")
    wanted = _wanted(getattr(error, "expected", None) or getattr(error, "accepts", None) or ())
    if start == "head":
        return Slip(
            "RW313", offset, 1, "a head reads `name(parameter, parameter is type, parameter = default)`"
        )
    if isinstance(error, UnexpectedToken) and error.token.type == "_INDENT":
        return Slip(
            "RW303", offset, 1, "the next line is indented deeper, but this line opens no block with a colon"
        )
    if isinstance(error, UnexpectedToken) and error.token.type not in ("_NL", "$END", "_DEDENT"):
        met = str(error.token)
        accepted: set[str] = getattr(error, "expected", None) or set()
        near = nearest(met, [word.lower() for word in accepted if word.isalpha() and word not in _SHOWN])
        return Slip("RW301", offset, len(met), f"`{met}` was met where {wanted} was wanted", near)
    return Slip("RW305", offset, 1, f"the text ends here, but {wanted} was wanted")


def _wanted(expected: Iterable[str]) -> str:
    """The tokens that could stand here, as words; an operand stands for everything a formula may begin with."""
    names = set(expected)
    shown: list[str] = []
    if "NAME" in names and "INT" in names:
        shown.append("a formula")
        names -= _OPERAND | {"MINUS", "ADDOP"}
    if {"CMP", "ADDOP"} & names and len(names) > 2:
        names -= _CONTINUING
    shown += sorted(_SHOWN.get(name, f"`{name.lower().strip('_')}`") for name in names)
    if not shown:
        return "something else"
    if len(shown) > 6:
        shown = [*shown[:6], "or the like"]
        return ", ".join(shown)
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]
