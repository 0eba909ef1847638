"""What went wrong in a text that does not parse: a table of well-known slips, then what the grammar expected."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from rulewright.interpreter.findings import nearest

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
class _Known:
    """A well-known slip: what its line looks like, the group `at` to point at, and what to say.

    `where` says where the parser must have stopped: anywhere in the line, here at the group, or at the line's end.
    """

    regex: re.Pattern[str]
    message: str
    suggestion: str | None = None
    code: str = "RW308"
    where: str = "anywhere"


def _known(
    regex: str, message: str, suggestion: str | None = None, code: str = "RW308", where: str = "anywhere"
) -> _Known:
    return _Known(re.compile(regex), message, suggestion, code, where)


# Each is tried on the line that failed, without its comment; {met} is what stands at the group `at`.
_IN_FORMULAS = (
    _known(r"(?P<at>\b\d+\.\d+)", "numbers are whole; `{met}` is none"),
    _known(r"(?P<at>&&)", "conditions are joined by the word `and`", "and"),
    _known(r"(?P<at>\|\|)", "conditions are joined by the word `or`", "or"),
    _known(r"(?P<at>&)", "conditions are joined by the word `and`", "and", where="here"),
    _known(r"(?P<at>\|)", "conditions are joined by the word `or`", "or", where="here"),
    _known(r"(?P<at><>|===)", "comparisons are == != < <= > >=; `{met}` is none of them"),
    _known(r"(?P<at>=<)", "comparisons are == != < <= > >=; `{met}` is none of them", "<=", where="here"),
    _known(r"(?P<at>=>)", "comparisons are == != < <= > >=; `{met}` is none of them", ">=", where="here"),
    _known(r"[^=!<>](?P<at>=)(?=[^=<>]*[^\s=<>])", "a comparison is written `==`", "==", where="here"),
    _known(r"(?P<at>!)(?!=)", "a condition is turned round by the word `not`", "not", where="here"),
    _known(r"(?:[<>!=]=?)[^<>=!\"]*(?P<at>(?:[<>]=?|==|!=))", "comparisons do not chain: join two of them by `and`",
           where="here"),
    _known(r"\s(?P<at>AND|OR|NOT|IF|IN|IS|ANY|ALL|COUNT|YES|NO|NONE)\b",
           "the words of the language are written in small letters: `{lower}`", "{lower}", "RW314", "here"),
    _known(r"\bif\b.*\s(?P<at>else)\b",
           "cases stand on lines of their own: `FORMULA if CONDITION`, and `FORMULA otherwise` on the last",
           "otherwise", where="here"),
    _known(r"^\s*\S+\s+(?P<at>else)\s*$", "the last case ends in `otherwise`", "otherwise", where="here"),
)  # fmt: skip

_IN_EFFECTS = (
    _known(r"^\s*(?P<at>gains|pays|loses|moves|draws|chooses|discards|flips|shuffles|swaps)\b",
           "an effect is an order to the one who acts: write `{base}`, not `{met}`", "{base}"),
    _known(r"^\s*(?P<at>gain|pay|lose)\s+[a-z_]\w*\s+\d+\s*$",
           "the number stands before the counter: `{met} 5 COUNTER`"),
    _known(r"^\s*(?:gain|pay|lose)\s+(?P<at>\d+)\s*$", "a counter is missing: {met} of what?"),
    _known(r"^\s*(?:gain|pay|lose)\s+(?P<at>[a-z_][\w-]*)\s*(?:$|and\b)",
           "a number is missing: how much {met}? for example `1 {met}`"),
    _known(r"^\s*(?:gain|pay|lose)\b.*\w(?P<at>,)", "several amounts are joined by `and`", "and", where="here"),
    _known(r"^\s*(?:move|draw)\b.*\s(?P<at>into|onto|in)\b", "write `to` in place of `{met}`", "to", where="here"),
    _known(r"^\s*set\b.*?\s(?P<at>=)(?!=)", "write `to` in place of `=`: `set PLACE to FORMULA`", "to", where="here"),
    _known(r"^\s*(?P<at>set)\s+[\w.\[\]]+\s+\d+\s*$", "write `to` before the new value: `set PLACE to FORMULA`"),
    _known(r"^\s*(?:if|while|else if)\b.*\s(?P<at>then)\s*:?\s*$",
           "a condition ends in a colon, without `then`: `if CONDITION:`", where="here"),
    _known(r'^\s*(?P<at>may)\b(?!\s*(?:up to\b.*\btimes|any number of times)?\s*")',
           '`may` needs a question in quotes and a colon, and the effect below it: `may "Question":`'),
    _known(r"^\s*for\s+(?P<at>(?!each\b)[a-z]\w*)\s+in\b", "a loop reads `for each {met} in LIST:`", "each {met}"),
    _known(r"^\s*(?P<at>foreach)\b", "write `for each`, in two words", "for each"),
    _known(r"^\s*(?P<at>repeat\s+[\w.]+)\s*:", "a repetition reads `{met} times:`", "{met} times"),
    _known(r"^\s*(?P<at>if|while|repeat|may|one of|for each|as each|as)\b.*$",
           "a line that begins with `{met}` ends in a colon", code="RW304", where="end"),
    _known(r"^\s*(?P<at>else)\s*$", "`else` ends in a colon", "else:", "RW304"),
    _known(r'^\s*(?P<at>"[^"]*")\s*(?:if\b.*)?$', "the label of a branch ends in a colon", code="RW304", where="end"),
    _known(r'^\s*"[^"]*"\s*(?P<at>->|=>|-|=)', "a colon stands between the label of a branch and its effect", ":"),
    _known(r"^\s*(?P<at>else\s*(?::|if\b))",
           "this `else` belongs to no `if`: it stands directly below the block of one, as deep as its `if`",
           where="here"),
    _known(r"^\s*(?P<at>elif|elsif|elseif)\b", "write `else if`", "else if"),
    _known(r"^\s*(?P<at>otherwise)\s*:", "`otherwise` ends the cases of a formula; an effect says `else:`", "else"),
    _known(r"^\s*(?P<at>(?!let\b)[a-z_][\w.]*(?:\[[^\]]*\])?)\s*[-+*/]?=(?!=)",
           "a counter or a state is changed by `set {met} to FORMULA`"),
    _known(r"^\s*draw\s+\S+\s+(?P<at>[a-z]\w*)\s*$", "say from where and to where: `draw 2 from ZONE to ZONE`"),
    _known(r"^\s*draw\b.*\bfrom\s+(?P<at>[\w.]+)\s*$", "say where to: `draw 2 from {met} to ZONE`", where="end"),
    _known(r"^\s*move\s+(?P<at>\S+)\s*$", "say where to: `move {met} to ZONE`"),
    _known(r"^\s*discard\s+(?P<at>\d+)\s+\w+",
           'say which: `choose {met} xs from ZONE "Question"`, then `discard xs`'),
    _known(r"^\s*(?P<at>(?!may\b)[a-z]\w*(?: player)? may)\s+\w",
           'an effect is an order to the one who acts; one that may be left out stands below `may "Question":`'),
    _known(r"^\s*(?P<at>each|every)\s+\w+", "an effect for several players begins `as each player in turn_order:`"),
    _known(r"^\s*(?P<at>opponents?|others|everybody|everyone|(?:all )?players)\s+"
           r"(?:gain|pay|lose|move|draw|discard|flip|choose|may)s?\b",
           "an effect is an order to the one who acts; for others write it below"
           " `as each player in players where player != me:`"),
    _known(r"^\s*(?P<at>choose)\b(?!.*\bfrom\b)", 'a choice says what from: `choose a NAME from LIST "Question"`'),
    _known(r"^\s*(?P<at>choose)\s+from\b", 'what is chosen needs a name: `choose a NAME from LIST "Question"`'),
    _known(r"(?P<at>;)", "each effect stands on a line of its own", where="here"),
    _known(r"\S\s+(?P<at>gain|pay|lose|move|draw|discard|flip|set|let|choose|offer|run|shuffle|swap)\b",
           "a second effect begins at `{met}`; each stands on a line of its own", where="here"),
    _known(r"\bfor\s+each\s+(?P<at>\w+)\s*$", "say where {met} comes from: `for each {met} in LIST`", where="end"),
)  # fmt: skip

_IN_PATTERNS = (
    _known(r"(?P<at>[a-z]\w*(?:-\w+)* +[a-z]\w*)", "these are two names; one of two words has a hyphen between them",
           "{hyphened}", where="here"),
)  # fmt: skip

# Words that people try in place of those of the language.
_OTHER_WORDS = {
    "add": "gain", "get": "gain", "receive": "gain", "increase": "gain", "spend": "pay",
    "give": "pay", "subtract": "lose", "decrease": "lose", "reduce": "lose", "put": "move", "place": "move",
    "take": "move", "remove": "discard", "trash": "discard", "turn": "flip", "select": "choose",
    "pick": "choose", "optionally": "may", "when": "if", "unless": "if", "call": "run", "trigger": "offer",
    "end": "finish", "pass": "nothing", "skip": "nothing", "loop": "repeat", "var": "let", "define": "let",
}  # fmt: skip

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
    "AGGREGATE": "count(, any(, first( or all(", "FOLD": "sum(, max( or min(", "TIE_RULE": "worse, better or in order",
    "END": "top or bottom", "OR_NONE": "or none",
}  # fmt: skip

_CLOSING = {"(": ")", "[": "]"}

# Tokens that make sense only behind a word in the same line.
_ONLY_BEHIND = {
    "HAS": "every", "BY": "ranked", "TIES": "among", "AMONG": "place of", "RISING": " by ", "STEP": "from",
    "WHERE": " in ",
}  # fmt: skip

_OPERAND = {"NAME", "INT", "YES", "NO", "NONE", "AGGREGATE", "FOLD", "LPAR", "LSQB", "RANKED"}
_CONTINUING = {"CMP", "ADDOP", "MULOP", "DOT", "LSQB", "AND", "OR", "IS", "IN", "NOT", "_PLACE_OF", "MINUS"}


def explain(start: str, text: str, error: UnexpectedInput | DedentError) -> Slip:
    """Turn a parser's error about `text` into words for an author."""
    if isinstance(error, DedentError):
        return _dedent(text)
    offset = stop_of(error, text)
    typographic = _typographic(text, offset) if isinstance(error, UnexpectedCharacters) else None
    if typographic is not None:
        return typographic
    if not re.sub(r"#[^\n]*", "", text).strip():
        return Slip("RW312", offset, 1, "nothing but comments stands here; `nothing` is the empty effect")
    unopened = _no_block(text, error) if _expected_names(error) <= {"_INDENT"} else None
    if unopened is not None:
        return unopened
    line_start = text.rfind("\n", 0, offset) + 1
    line = _without_comment(text[line_start : _line_end(text, line_start)])
    offset = max(line_start, min(offset, line_start + len(line) - 1))
    return (
        _open_quote(line, line_start)
        or _known_slip(start, line, line_start, offset)
        or _first_word(start, line, line_start)
        or _expected(start, text, offset, error)
    )


def _expected_names(error: UnexpectedInput) -> set[str]:
    names = set(getattr(error, "expected", None) or getattr(error, "allowed", None) or ())
    # The lexer always lets a line end, whatever the grammar says.
    names.discard("_NL")
    return names


def _without_comment(line: str) -> str:
    """Return a line of an effect without the comment and the blanks at its end."""
    quoted = False
    for at, char in enumerate(line):
        quoted ^= char == '"'
        if char == "#" and not quoted:
            line = line[:at]
            break
    return line.rstrip()


def _no_block(text: str, error: UnexpectedInput) -> Slip | None:
    """Point at the colon behind which no indented line follows."""
    before = text if isinstance(error, UnexpectedEOF) else text[: _position(error)]
    last, at = (0, ""), 0
    for line in before.split("\n"):
        if _without_comment(line).strip():
            last = (at, _without_comment(line))
        at += len(line) + 1
    start, code = last
    if not code.endswith(":"):
        return None
    message = (
        "nothing is indented below this line, but its colon opens a block; `nothing` is the empty effect"
    )
    return Slip("RW304", start + len(code) - 1, 1, message)


def _position(error: UnexpectedInput) -> int | None:
    # Lark leaves the place out of some errors, whatever its own types say.
    position: int | None = getattr(error, "pos_in_stream", None)
    return position


def stop_of(error: UnexpectedInput, text: str) -> int:
    """Return the character at which a text cannot be read on; before the end of a line, the last one of the line."""
    if isinstance(error, UnexpectedEOF):
        return max(0, len(text.rstrip()) - 1)
    offset = _position(error) or 0
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
    line = text[at : _line_end(text, at)]
    place = min(at + len(line) - len(line.lstrip(" ")), max(0, len(text) - 1))
    message = "this line is indented to no block that is open above it; blocks go in by two blanks"
    return Slip("RW303", place, max(1, len(_without_comment(line).lstrip(" "))), message)


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


def _known_slip(start: str, line: str, line_start: int, offset: int) -> Slip | None:
    at, end = offset - line_start, len(line) - 1
    first = _IN_EFFECTS if start == "effect" else _IN_PATTERNS if start == "pattern" else ()
    for known in (*first, *_IN_FORMULAS):
        for found in known.regex.finditer(line):
            if known.where == "here" and not found.start("at") <= at < found.end("at"):
                continue
            if known.where == "end" and at < end:
                continue
            met = found["at"]
            words = {"met": met, "base": met.rstrip("s"), "lower": met.lower(), "hyphened": _hyphened(met)}
            suggestion = known.suggestion.format(**words) if known.suggestion else None
            place = line_start + found.start("at")
            return Slip(known.code, place, len(met), known.message.format(**words), suggestion)
    return None


def _hyphened(words: str) -> str:
    return "-".join(words.split())


def _first_word(start: str, line: str, line_start: int) -> Slip | None:
    """Say which word was meant when a line begins with none that opens an effect, or an effect stands in a formula."""
    first = re.match(r"\s*([^\W\d]\w*)", line)
    if start != "effect":
        if start != "formula" or first is None or first[1] not in STATEMENT_WORDS:
            return None
        message = f"a formula is wanted here, but `{first[1]}` begins an effect"
        return Slip("RW301", line_start + first.start(1), len(first[1]), message)
    if first is None or first[1] in (*STATEMENT_WORDS, "else") or line[first.end() :].startswith("("):
        return None
    word, place = first[1], line_start + first.start(1)
    if word.lower() in STATEMENT_WORDS:
        message = f"the words of the language are written in small letters: `{word.lower()}`"
        return Slip("RW314", place, len(word), message, word.lower())
    if word in ("return", "def", "print", "import", "lambda", "eval", "exec", "class"):
        return Slip("RW308", place, len(word), f"`{word}` is no word of the effect language")
    near = _OTHER_WORDS.get(word) or nearest(word, STATEMENT_WORDS)
    hint = "" if near else f"; an action is called with brackets: `{word}(...)`"
    return Slip("RW301", place, len(word), f"no effect begins with `{word}`{hint}", near)


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
    line_start = text.rfind("\n", 0, offset) + 1
    wanted = _wanted(_plausible(_expected_names(error), start, text[line_start:offset]))
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
        words = [word.lower() for word in _expected_names(error) if word.isalpha() and word not in _SHOWN]
        return Slip(
            "RW301", offset, len(met), f"`{met}` was met where {wanted} was wanted", nearest(met, words)
        )
    if start == "formula" and re.search(r"^[^\n]*\bif\b", text):
        return Slip("RW305", offset, 1, "the last line of a formula by cases ends in `otherwise`")
    return Slip("RW305", offset, 1, f"the text ends here, but {wanted} was wanted")


def _plausible(names: set[str], start: str, before: str) -> set[str]:
    """Leave out what the parser's tables allow at other places with the same words before them."""
    for token, opening in (("RPAR", "("), ("RSQB", "["), ("COMMA", "([")):
        if not any(before.count(bracket) > before.count(_CLOSING[bracket]) for bracket in opening):
            names = names - {token}
    if start != "effect" or not re.match(r'\s*(?:if|else|while|repeat|may|one of|for each|as|")', before):
        names = names - {"COLON"}
    return names - {token for token, word in _ONLY_BEHIND.items() if word not in before}


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
