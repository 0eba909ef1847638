"""What `validate --baseline` does: findings that a file knows are left out, and those that were mended leave it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.cli.output import CommandError, say
from rulewright.cli.reports import counted, reader_of
from rulewright.cli.snapshots import is_ci
from rulewright.interpreter.baseline import BadBaseline, Baseline, fingerprint
from rulewright.interpreter.findings import Finding
from rulewright.interpreter.whole_files import write_whole


@dataclass(frozen=True, slots=True)
class Compared:
    """Findings held against those that are known: which are new, and how many are not."""

    findings: Sequence[Finding]
    is_new: Sequence[bool]

    @property
    def new(self) -> list[Finding]:
        """The findings that no earlier run knew."""
        return [finding for finding, new in zip(self.findings, self.is_new, strict=True) if new]

    @property
    def known(self) -> int:
        """How many findings are known."""
        return len(self.findings) - len(self.new)


def compared(file: Path, found: Sequence[Finding], root: Path, targets: tuple[str, ...]) -> Compared:
    """Hold findings against a file of known ones, and keep that file: written when missing, without what was mended.

    Where CI is set the file is only read. Raises CommandError when it is missing there, and when it is damaged.
    """
    read = reader_of(root)
    prints = [fingerprint(finding, read) for finding in found]
    if not file.exists():
        if is_ci():
            raise CommandError(f"there is no file {file}; make it on your own machine and commit it")
        write_whole(file, Baseline.of(prints, targets).text())
        say(f"{file} written: {counted(len(found), 'finding')} known; from now on only new ones fail")
        return Compared(found, [False] * len(found))
    known = _read(file)
    _keep(file, known, known.without_mended(prints), same_targets=known.targets == targets)
    return Compared(found, known.new(prints))


def _read(file: Path) -> Baseline:
    try:
        return Baseline.read(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from None
    except (BadBaseline, UnicodeDecodeError) as error:
        why = error if isinstance(error, BadBaseline) else "it is not UTF-8 text"
        raise CommandError(f"{file} is no file of known findings: {why}") from None


def _keep(file: Path, before: Baseline, after: Baseline, *, same_targets: bool) -> None:
    """Take out of a file what was mended, if the same was looked at as when it was written."""
    mended = len(before) - len(after)
    if not mended or not same_targets:
        return
    what = f"{counted(mended, 'known finding')} no longer there"
    if is_ci():
        say(f"{what}; run this on your own machine to take {'it' if mended == 1 else 'them'} out of {file}")
    else:
        write_whole(file, after.text())
        say(f"{what}: taken out of {file}")
