"""The command `explain-code`: what a finding means, with a bad and a good example."""

from __future__ import annotations

from rulewright.cli.output import write
from rulewright.cli.reports import unknown
from rulewright.interpreter.code_pages import pages, text_page
from rulewright.interpreter.codes import CODES


def run(code: str | None) -> None:
    """Write the page of a code, or the list of all codes."""
    if code is None:
        write("\n".join(f"{info.code}  {info.severity:<7}  {info.title}" for info in CODES.values()))
        return
    wanted = code.upper()
    if wanted not in CODES:
        raise unknown("code", code, CODES)
    write(text_page(pages()[wanted]))
