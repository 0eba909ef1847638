"""The plugin for pytest: each case of a playthrough file is a test, whose transcript syrupy keeps as a snapshot."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from rulewright.interpreter.findings import Findings
    from rulewright.interpreter.play.games import Games
    from rulewright.interpreter.play.script import Case, Script
    from rulewright.interpreter.play.trial import Trial
    from rulewright.interpreter.state.observing import Observer

# How a test tells the summary, which may be made in another process, what became of its transcript.
_WRITTEN = "rulewright snapshot written"
_BARE = "rulewright without a snapshot"
_CARDS = "rulewright cards used"
_GAMES = pytest.StashKey[dict[Path, "Games"]]()
_KEPT = pytest.StashKey[dict[Path, dict[str, str]]]()


# ---------------------------------------------------------------- options
def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and the settings that name the content."""
    about = "the folder with rules/ and cards/ of the games that playthroughs play; else the nearest one above them"
    group = parser.getgroup("rulewright")
    group.addoption("--rulewright-root", metavar="DIR", default=None, help=about)
    parser.addini("rulewright_root", f"{about} (seen from the folder of this file)", default=None)
    about = "a pack that is laid over the games, behind those that playthroughs name"
    group.addoption(
        "--rulewright-pack",
        metavar="DIR",
        action="append",
        default=None,
        help=f"{about}; several are laid in order",
    )
    parser.addini(
        "rulewright_packs", f"{about} (one a line, seen from the folder of this file)", type="linelist"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to update snapshots in continuous integration. Raises UsageError."""
    from rulewright.cli.snapshots import REFUSED, is_ci

    if _updates(config) and is_ci():
        raise pytest.UsageError(REFUSED)
    config.pluginmanager.register(_Summary(), "rulewright summary")


def _updates(config: pytest.Config) -> bool:
    wishes = ("update_snapshots", "update_new_snapshots_only")
    return any(config.getoption(wish, default=False) for wish in wishes)


class _Summary:
    """Says at the end which snapshot files were written, and how many playthroughs have none."""

    def __init__(self) -> None:
        self.told: dict[str, dict[str, None]] = {_WRITTEN: {}, _BARE: {}, _CARDS: {}}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take note of what a test tells."""
        for name, value in report.user_properties if report.when == "call" else ():
            if name in self.told:
                self.told[name][str(value)] = None

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        """Write the summary."""
        from rulewright.cli.snapshots import MISSING

        written, bare = (list(self.told[name]) for name in (_WRITTEN, _BARE))
        # The processes of pytest-xdist come here too, and would write one file at the same time.
        if not hasattr(config, "workerinput"):
            written += self._cards_written()
        if written:
            terminalreporter.section("snapshot files written", sep="-")
        for file in written:
            terminalreporter.write_line(file)
        if bare and config.pluginmanager.hasplugin("syrupy"):
            many = f"{len(bare)} playthrough{'s have' if len(bare) > 1 else ' has'} no snapshot"
            terminalreporter.write_line(f"{many}; `pytest --snapshot-update` keeps what is missing")
        elif bare:
            terminalreporter.write_line(f"the transcripts of playthroughs were not compared: {MISSING}")

    def _cards_written(self) -> list[str]:
        """Keep what the cards are like that the updated playthroughs used; return the files written."""
        from rulewright.cli.kept_cards import News, write_cards

        by_file: dict[str, list[News]] = {}
        for text in self.told[_CARDS]:
            file, *news = json.loads(text)
            by_file.setdefault(file, []).append((news[0], news[1]))
        return [_from_here(Path(file)) for file, news in by_file.items() if write_cards(Path(file), news)]


# ---------------------------------------------------------------- collecting
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take a YAML file that is meant to be a playthrough."""
    if file_path.suffix != ".yaml":
        return None
    from rulewright.interpreter.play.collection import is_playthrough

    return PlaythroughFile.from_parent(parent, path=file_path) if is_playthrough(file_path) else None


class PlaythroughFile(pytest.Module):
    """A playthrough file: a test for each case, or one that fails with what is wrong with the file."""

    obj = None

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the tests. Raises CollectError when the content cannot be found."""
        from rulewright.interpreter.content.packs import PackError
        from rulewright.interpreter.content_roots import ContentRootError
        from rulewright.interpreter.findings import Findings
        from rulewright.interpreter.play.collection import snapshot_name
        from rulewright.interpreter.play.script import read_script

        try:
            games = _games_for(self.path, self.config)
        except (ContentRootError, PackError) as error:
            raise self.CollectError(str(error)) from None
        findings = Findings()
        script = read_script(self.path, _shown(self.path, games.root), findings)
        if script is None:
            run = _broken(self.path, findings, games.root)
            yield PlaythroughCase.from_parent(self, name=snapshot_name(self.path, ""), callobj=run)
            return
        compares = self.config.pluginmanager.hasplugin("syrupy")
        for case in script.cases:
            run = _comparing(script, case, games) if compares else _playing(script, case, games)
            yield PlaythroughCase.from_parent(self, name=snapshot_name(self.path, case.name), callobj=run)


class PlaythroughCase(pytest.Function):
    """One case of a playthrough file."""

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the test stands, and how it is called in reports."""
        return self.path, None, self.name


def _games_for(path: Path, config: pytest.Config) -> Games:
    """Return the games that a playthrough may name. Raises ContentRootError and PackError."""
    from rulewright.interpreter.content.load import game_names
    from rulewright.interpreter.content.packs import open_packs
    from rulewright.interpreter.content.rooted import nearest_root
    from rulewright.interpreter.content_roots import find_root
    from rulewright.interpreter.play.games import Games

    here, there = config.invocation_params.dir, config.inipath.parent if config.inipath else config.rootpath
    named, setting = config.getoption("rulewright_root"), config.getini("rulewright_root")
    if named is not None:
        root = find_root(here / named)
    elif setting:
        root = find_root(there / setting)
    else:
        root = find_root(nearest_root((path, here)))
    known = config.stash.setdefault(_GAMES, {})
    if root not in known:
        words = config.getoption("rulewright_pack")
        folders = [here / word for word in words or ()]
        if words is None:
            folders = [there / word for word in config.getini("rulewright_packs")]
        known[root] = Games(root, open_packs(folders, root, game_names(root)))
    return known[root]


def _shown(path: Path, root: Path) -> str:
    """Return how findings name a file: seen from the content, else from where pytest runs."""
    from rulewright.interpreter.play.collection import shown_as

    return shown_as(path, root) if path.resolve().is_relative_to(root.resolve()) else _from_here(path)


def _from_here(path: Path) -> str:
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()


# ---------------------------------------------------------------- tests
def _comparing(script: Script, case: Case, games: Games) -> Callable[..., None]:
    def test_playthrough(request: pytest.FixtureRequest, snapshot: SnapshotAssertion) -> None:
        from rulewright.cli.transcript_extension import TranscriptExtension

        settle(script, case, games, snapshot.use_extension(TranscriptExtension), request.node)

    return test_playthrough


def _playing(script: Script, case: Case, games: Games) -> Callable[..., None]:
    def test_playthrough(request: pytest.FixtureRequest) -> None:
        from rulewright.interpreter.play.trial import try_case

        trial = try_case(script, case, games)
        if not trial.passed:
            _fail(trial.findings, games.root, before=_changed_since(script, case, trial))
        request.node.user_properties.append((_BARE, request.node.nodeid))

    return test_playthrough


def _broken(path: Path, findings: Findings, root: Path) -> Callable[..., None]:
    def test_playthrough(request: pytest.FixtureRequest) -> None:
        if request.config.pluginmanager.hasplugin("syrupy"):
            from rulewright.cli.snapshots import DamagedSnapshots
            from rulewright.cli.transcript_extension import TranscriptExtension

            kept = request.getfixturevalue("snapshot").use_extension(TranscriptExtension)
            with suppress(DamagedSnapshots):
                for name, text in _kept_beside(path, request.config).items():
                    _leave(kept, name, text)
        _fail(findings, root)

    return test_playthrough


def settle(
    script: Script,
    case: Case,
    games: Games,
    snapshot: SnapshotAssertion,
    item: pytest.Item,
    observers: Sequence[Observer] = (),
) -> Trial | None:
    """Play a case and compare its transcript with the one that is kept; fail with what is wrong with either.

    `snapshot` is syrupy's, with an extension that keeps a transcript under the name it is given. `observers` are
    told what the case reaches. Returns the trial; None when no transcript is kept yet and none is to be: then nothing
    was compared.
    """
    from rulewright.cli.snapshots import UNKEPT, DamagedSnapshots, difference, is_ci, serialized
    from rulewright.interpreter.play.collection import snapshot_file, snapshot_name
    from rulewright.interpreter.play.trial import try_case

    trial = try_case(script, case, games, observers)
    name = snapshot_name(script.path, case.name)
    try:
        kept = _kept_beside(script.path, item.config).get(name)
    except DamagedSnapshots as error:
        trial.findings.add("RW519", case.span, str(error))
        _fail(trial.findings, games.root)
    if not trial.passed:
        if kept is not None:
            _leave(snapshot, name, kept)
        _fail(trial.findings, games.root, before=_changed_since(script, case, trial))
    if kept is None and not _updates(item.config):
        if is_ci():
            trial.findings.add("RW519", case.span, UNKEPT)
            _fail(trial.findings, games.root)
        item.user_properties.append((_BARE, item.nodeid))
        return None
    now = serialized(trial.transcript)
    if snapshot(name=name) != trial.transcript:
        message = "the transcript differs from its snapshot; `pytest --snapshot-update` keeps the new one"
        trial.findings.add("RW516", case.span, message)
        before = _changed_since(script, case, trial)
        _fail(trial.findings, games.root, difference(kept or "", now), before=before)
    if _updates(item.config):
        _note_cards(script, trial, item)
    if kept != now:
        item.user_properties.append((_WRITTEN, _from_here(snapshot_file(script.path))))
    return trial


def _changed_since(script: Script, case: Case, trial: Trial) -> str:
    """Return the lines that say which cards have changed since a case was recorded, or since its snapshot."""
    from rulewright.cli.kept_cards import changed_since

    return changed_since(script.path, case.content, trial.match) if trial.match is not None else ""


def _note_cards(script: Script, trial: Trial, item: pytest.Item) -> None:
    """Tell the summary which cards a case used."""
    from rulewright.cli.kept_cards import cards_file, news_of

    if trial.match is not None:
        file = cards_file(script.path)
        news = json.dumps([str(file), *news_of(script.path, trial.match)], sort_keys=True)
        item.user_properties.append((_CARDS, news))


def _kept_beside(path: Path, config: pytest.Config) -> dict[str, str]:
    """Return the transcripts that are kept of a playthrough file; they are read once, before any is written.

    Raises DamagedSnapshots; what is damaged is none where it is written anew.
    """
    from rulewright.cli.snapshots import DamagedSnapshots, read_snapshots
    from rulewright.interpreter.play.collection import snapshot_file

    file, known = snapshot_file(path), config.stash.setdefault(_KEPT, {})
    if file not in known:
        try:
            known[file] = read_snapshots(file)
        except DamagedSnapshots:
            if not _updates(config):
                raise
            known[file] = {}
    return known[file]


class _AsKept:
    """Serialized by syrupy, this is the very text that is kept."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _leave(snapshot: SnapshotAssertion, name: str, text: str) -> None:
    """Let syrupy know that a transcript is in use, though its case fails: else an update would take it out."""
    assert snapshot(name=name) == _AsKept(text)


def _fail(findings: Findings, root: Path, more: str = "", *, before: str = "") -> NoReturn:
    """Fail with findings as their text, and no trace of the program; `before` and `more` are lines around them."""
    from rulewright.cli.reports import in_text

    pytest.fail(before + in_text(findings, root) + more, pytrace=False)
