"""Texts that the reader does not take: Lark reads what is only oddly written; what is wrong becomes one finding."""

from __future__ import annotations

from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language.diagnosis.brackets import wrong_bracket
from rulewright.interpreter.language.diagnosis.joined_lines import key_before, lines_apart, starts_of_lines
from rulewright.interpreter.language.diagnosis.misspelt import misspelt
from rulewright.interpreter.language.diagnosis.slips import explain, stop_of
from rulewright.interpreter.language.grammar import lark_parser, reader
from rulewright.interpreter.language.grammar.syntax import Tree
from rulewright.interpreter.source import ScalarNode


def read_slowly(start: str, scalar: ScalarNode, shift: int, text: str, findings: Findings) -> Tree | None:
    """Return the tree of a text that begins at character `shift` of a scalar's; None after a finding."""
    try:
        return lark_parser.parse(start, text + "\n")
    except (UnexpectedInput, DedentError) as error:
        stop = None if isinstance(error, DedentError) else stop_of(error, text)
        if shift == 0 and _loses_its_lines(start, scalar, stop):
            place, key = scalar.span, key_before(scalar)
            message = f"YAML joins these lines into one: several lines need `{key}: |`, and stand below it"
            findings.add("RW308", place, message)
            return None
        bracket = wrong_bracket(text, stop) if stop is not None else None
        slip = bracket or explain(start, text, error)
        if bracket is None and (slip.suggestion is None or slip.code == "RW301"):
            slip = misspelt(text, slip, lambda changed: _stops_at(start, changed)) or slip
        place = scalar.place(shift + min(slip.offset, max(0, len(text) - 1)), max(1, slip.length))
        findings.add(slip.code, place, slip.message, slip.suggestion)
        return None


def _loses_its_lines(start: str, scalar: ScalarNode, stop: int | None) -> bool:
    """Whether a text cannot be read because YAML has made one line of several."""
    if start not in ("effect", "formula"):
        return False
    starts = starts_of_lines(scalar)
    return bool(starts) and (stop in starts or _stops_at(start, lines_apart(scalar)) is None)


def _stops_at(start: str, text: str) -> int | None:
    """Return the character at which a text cannot be read on, None when it can be read to its end."""
    if reader.read(start, text + "\n") is not None:
        return None
    try:
        lark_parser.parse(start, text + "\n")
    except UnexpectedInput as error:
        place: int | None = getattr(error, "pos_in_stream", None)  # Lark leaves it out of some errors
        return 0 if place is None else place
    except DedentError:
        return 0
    return None
