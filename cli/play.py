"""The command `play`: a script, or a game between bots and people at the terminal, and its transcript."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from rulewright.cli.hand import Hand, Left
from rulewright.cli.output import FOUND, CommandError, Format, folded, say, write, write_json
from rulewright.cli.reports import (
    cases_named,
    content_root,
    game_of,
    games_of,
    is_yaml,
    known_bot,
    no_case,
    report,
    require_packs,
    unknown,
)
from rulewright.cli.saving import Saver, resumed
from rulewright.cli.where import Where
from rulewright.interpreter.bots.bots import Bot, bot_for, is_searching
from rulewright.interpreter.content.load import game_names
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.journal.events import Event
from rulewright.interpreter.knowledge.fairness import has_secrets
from rulewright.interpreter.match.event_json import as_json, cause_as_json
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.checking import ReadyCase, check_script
from rulewright.interpreter.play.collection import begins_as_playthrough, shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.record import Recorder, RecordError, recording
from rulewright.interpreter.play.rows import Remark, why
from rulewright.interpreter.play.runner import add_fault, run_case
from rulewright.interpreter.play.script import STEP_WORDS, Script, read_script
from rulewright.interpreter.play.shadow import Shadow
from rulewright.interpreter.play.transcript import transcript, transcript_rows
from rulewright.interpreter.play.used import changes_of, told
from rulewright.interpreter.source import MappingNode
from rulewright.interpreter.state.errors import RuleError, UnknownOption, WrongPlayers

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match

_LONG = 12


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None and empty where it says nothing."""

    script: Path | None
    case: str | None
    game: str | None
    players: str | None
    seed: int | None
    options: tuple[str, ...]
    bots: str | None
    hands: tuple[str, ...]
    record: Path | None
    save: Path | None
    resume: Path | None
    force: bool
    legal: bool
    why: bool
    form: Format
    where: Where

    @property
    def goes_on(self) -> bool:
        """Whether somebody plays where a script ends."""
        return self.bots is not None or bool(self.hands)


def run(wishes: Wishes) -> None:
    """Play what is wished; exit 1 when a script fails or the content is at fault."""
    _check(wishes)
    games = games_of(wishes.where, [path for path in (wishes.script, wishes.resume) if path is not None])
    player = _Player(wishes, games, _recorder(wishes), _saver(wishes))
    if wishes.script is not None:
        player.script(wishes.script)
    elif wishes.resume is not None:
        player.resume(wishes.resume)
    else:
        player.new_game()


def _check(wishes: Wishes) -> None:
    """Refuse what does not go together. Raises CommandError."""
    if wishes.script is None and wishes.game is None and wishes.resume is None:
        raise CommandError(
            "say what to play: a playthrough file, --game GAME or --resume FILE; see `rulewright play --help`"
        )
    if wishes.case is not None and wishes.script is None:
        raise CommandError("--case names a case of a playthrough file, and none is given")
    own = {"--players": wishes.players, "--seed": wishes.seed, "--option": wishes.options or None}
    stray = [name for name, value in own.items() if value is not None]
    if wishes.script is not None and stray:
        raise CommandError(
            f"{' and '.join(stray)} cannot change a script; write it in the file, or use --game alone"
        )
    fixed = {**own, "--game": wishes.game, "a script": wishes.script}
    stray = [name for name, value in fixed.items() if value is not None]
    if wishes.resume is not None and stray:
        raise CommandError(f"{' and '.join(stray)} cannot go with --resume; the save says what is played")
    if wishes.bots is not None:
        known_bot(wishes.bots)
    if wishes.record is not None and wishes.save is not None and _same_file(wishes.record, wishes.save):
        raise CommandError(f"--record and --save both name {wishes.save}; give each a file of its own")
    if wishes.hands and wishes.why:
        raise CommandError("--why explains a game that is told at its end, so it cannot go with --hand")
    if wishes.hands and wishes.form is Format.JSON:
        raise CommandError("--hand talks to a person, so it cannot go with --format json")
    script = wishes.script
    if script is not None and not script.exists():
        raise CommandError(f"there is no file {script}{_or_a_game(script, wishes.where)}")
    if script is not None and script.is_dir():
        raise CommandError(
            f"{script} is a folder; a playthrough file is wanted (`rulewright test` plays whole folders)"
        )
    # A recording may have any name; whatever else has no name of a YAML file is something else.
    if script is not None and not is_yaml(script) and not begins_as_playthrough(script):
        raise CommandError(_no_playthrough(script, wishes.where))


def _same_file(one: Path, other: Path) -> bool:
    """Return whether two names are of one file, by whichever way they lead there."""
    return one.resolve() == other.resolve() or (one.exists() and other.exists() and one.samefile(other))


def _or_a_game(script: Path, where: Where) -> str:
    """Return what to write if no playthrough was meant, but the game of that name."""
    is_game = str(script) in game_names(content_root(where.root))
    return f"; to play the game, write `--game {script}`" if is_game else ""


def _no_playthrough(path: Path, where: Where) -> str:
    """Return that a file is no playthrough, and what may have been meant."""
    met = f"{path} is no playthrough: a file is wanted whose name ends in .yaml"
    with suppress(OSError), path.open("rb") as file:
        if file.read(1) == b"{":
            return f"{met}; to go on from a save, write `--resume {path}`"
    names = game_names(content_root(where.root))
    near = nearest(path.stem, names)
    listed = near if near is not None else " or ".join(names)
    return f"{met}; to play a game, name it with `--game` ({listed})"


def _recorder(wishes: Wishes) -> Recorder | None:
    if wishes.record is None:
        return None
    try:
        return Recorder(wishes.record, force=wishes.force)
    except RecordError as error:
        raise CommandError(str(error)) from None


def _saver(wishes: Wishes) -> Saver | None:
    if wishes.save is None:
        return None
    again = wishes.resume is not None and wishes.save.resolve() == wishes.resume.resolve()
    return Saver(wishes.save, force=wishes.force or again)


@dataclass(frozen=True, slots=True)
class _Game:
    """A match, its fast copy, and the stated position from which a script began it."""

    match: Match | FastMatch
    shadow: Shadow
    given: MappingNode | None


class _Player:
    """Carries out one `play` command."""

    def __init__(self, wishes: Wishes, games: Games, recorder: Recorder | None, saver: Saver | None) -> None:
        self.wishes = wishes
        self.games = games
        self.recorder = recorder
        self.saver = saver
        self.failed = False
        self.entries: list[Any] = []

    # ---------------------------------------------------------------- scripts
    def script(self, path: Path) -> None:
        """Play all cases of a script, one after another."""
        findings = Findings()
        script = read_script(path, shown_as(path, self.games.root), findings)
        if script is not None and self.wishes.game is not None:
            for case in script.cases:
                if case.game.text != self.wishes.game:
                    raise CommandError(f"{path} is a script for {case.game.text}, not for {self.wishes.game}")
        for case in script.cases if script is not None else ():
            require_packs(self.games, case.game.text)
        script = self._chosen(script) if script is not None else None
        cases = check_script(script, self.games, findings) if script is not None else []
        report(findings, self.games.root)
        if findings.errors or script is None:
            raise typer.Exit(FOUND)
        for word, file in (("--record", self.recorder), ("--save", self.saver)):
            if len(cases) > 1 and file is not None:
                raise CommandError(
                    f"{path} holds several playthroughs; {word} can keep one only: name it with --case"
                )
        for number, ready in enumerate(cases):
            self._case(ready, first=number == 0)
        self._finish()

    def _chosen(self, script: Script) -> Script:
        """Return a script with the one case that is wished. Raises CommandError when it has none of that name."""
        wanted = self.wishes.case
        chosen = tuple(cases_named(script.cases, wanted))
        if wanted is not None and not chosen:
            raise no_case(wanted, [case.name for case in script.cases])
        return replace(script, cases=chosen)

    def _case(self, ready: ReadyCase, *, first: bool) -> None:
        wishes = self.wishes
        if ready.case.name:
            self._heading(ready.case.name, ready.case.about, first=first)
        since = told(changes_of(ready.case.content, ready.game), "this game was recorded")
        if since:
            say(since)
        outcome = run_case(ready, open_end=wishes.legal or wishes.goes_on)
        findings, match = outcome.findings, outcome.match
        if match is not None:
            game = _Game(match, Shadow(match, ready.begin), ready.case.given)
            if not findings and wishes.goes_on:
                self._go_on(game, findings)
            else:
                self._write_files(game)
                self._show(match, outcome.remarks)
        if findings:
            self.failed = True
            report(findings, self.games.root)

    def _heading(self, name: str, about: str, *, first: bool) -> None:
        if self.wishes.form is Format.JSON:
            self.entries.append({"case": name})
            return
        title = f"Case: {name}"
        write(
            ("" if first else "\n")
            + f"{title}\n{'#' * len(title)}\n"
            + (f"{about}\n" if about else "")
            + "\n"
        )

    # ---------------------------------------------------------------- new games
    def new_game(self) -> None:
        """Open a game as the command line says and play it to its end, or until the person leaves."""
        wishes = self.wishes
        game = game_of(self.games, wishes.game or "")
        names = player_names(game, wishes.players, wishes.hands)
        findings = Findings()
        try:
            options = option_words(wishes.options)
            match = FastMatch(game, names, seed=wishes.seed or 0, options=options, journal=True)
        except (WrongPlayers, UnknownOption) as error:
            raise CommandError(str(error)) from None
        except RuleError as error:
            add_fault(findings, error)
            report(findings, self.games.root)
            raise typer.Exit(FOUND) from None
        self._play(_Game(match, Shadow(match, None), None))

    def resume(self, path: Path) -> None:
        """Go on with a saved game to its end, or until the person leaves."""
        if not path.exists():
            raise CommandError(f"there is no file {path}")
        match = resumed(path, self.games)
        if self.recorder is not None and match.stated is not None:
            raise CommandError(
                f"{path} began from a stated position, which --record cannot write from a save"
            )
        self._play(_Game(match, Shadow(match, match.stated), None))

    def _play(self, game: _Game) -> None:
        findings = Findings()
        self._go_on(game, findings)
        if findings:
            self.failed = True
            report(findings, self.games.root)
        self._finish()

    # ---------------------------------------------------------------- playing on
    def _go_on(self, game: _Game, findings: Findings) -> None:
        """Let bots and people play to the end; write the files after everything that a person decides."""
        match = game.match
        hands = {_seat(match, name) for name in self.wishes.hands}
        hand = Hand(match, hands) if hands else None
        kind = self.wishes.bots or "random"
        bots: dict[int, Bot] = {seat: bot_for(kind, match.seed, seat) for seat in range(len(match.names))}
        try:
            while (decision := match.decision) is not None:
                if hand is not None and decision.player in hands:
                    match.apply(hand.choose())
                    self._write_files(game)
                else:
                    seen = game.shadow.now() if is_searching(kind) else match
                    match.apply(bots[decision.player].choose(seen))
        except RuleError as error:
            add_fault(findings, error)
        except Left:
            say("you left the game")
            self._keep(game)
            return
        except KeyboardInterrupt:
            say("")
            self._keep(game)
            raise
        self._write_files(game)
        if hand is not None:
            hand.tell()
        else:
            self._show(match)

    def _keep(self, game: _Game) -> None:
        """Keep an unfinished game: in its files, or else on the terminal."""
        self._write_files(game)
        if self.recorder is not None:
            path = self.recorder.path
            say(f"the game so far is in {path}; `rulewright play {path} --hand NAME` goes on with it")
        if self.saver is not None:
            path = self.saver.path
            say(f"the game is saved in {path}; `rulewright play --resume {path} --hand NAME` goes on with it")
        if self.recorder is None and self.saver is None and game.match.moves:
            if has_secrets(game.match.game) and len(self.wishes.hands) < len(game.match.names):
                path = _kept_in_a_file(self._recording(game), game.match.game.id)
                say(f"the game so far, with what others have in secret, is in {path};")
                say(f"`rulewright play {path} --hand NAME` goes on with it")
                return
            say("the game so far, as a playthrough:\n")
            say(self._recording(game))

    def _write_files(self, game: _Game) -> None:
        """Write the recording and the save, where they are wished."""
        if self.recorder is not None:
            try:
                self.recorder.write(self._recording(game))
            except RecordError as error:
                say(self._recording(game))
                raise CommandError(f"{error}; the game so far stands above", FOUND) from None
        if self.saver is not None and game.match.failed is None:
            self.saver.write(game.shadow)

    def _recording(self, game: _Game) -> str:
        folder = self.recorder.path.parent if self.recorder is not None else None
        return recording(game.match, game.given, folder)

    # ---------------------------------------------------------------- the answer
    def _show(self, match: Playable, remarks: Sequence[Remark] = ()) -> None:
        if self.wishes.form is Format.JSON:
            self.entries += (
                _why(match) if self.wishes.why else [as_json(event, match) for event in match.journal]
            )
            if self.wishes.legal:
                self.entries.append({"legal": _legal(match)})
            self.entries.append({"result": _result(match)})
        else:
            told = _why_text(match, remarks) if self.wishes.why else transcript(match, remarks=remarks)
            write(folded(told, max(len(name) for name in match.names) + 2))
            if self.wishes.legal:
                write(_legal_text(match))

    def _finish(self) -> None:
        if self.wishes.form is Format.JSON:
            write_json(self.entries)
        if self.failed:
            raise typer.Exit(FOUND)


def _kept_in_a_file(recording: str, game: str) -> Path:
    """Write a recording to a new file where files may be forgotten, and return its place."""
    with tempfile.NamedTemporaryFile(
        "w", prefix=f"{game}-", suffix=".yaml", delete=False, encoding="utf-8"
    ) as file:
        file.write(recording)
    return Path(file.name)


def _result(match: Playable) -> dict[str, Any]:
    names = match.names
    return {
        "game": match.game.id,
        "seed": match.seed,
        "players": list(names),
        "options": match.options,
        "scores": dict(zip(names, match.scores(), strict=True)),
        "winners": [names[seat] for seat in match.winners()] if match.over else [],
        "digest": match.digest(),
    }


def _with_hands(match: Playable) -> Sequence[Event]:
    """Return the journal with all that had a hand in it; as it is, where the content is at fault."""
    # Playing everything again takes time, and is asked for seldom.
    from rulewright.interpreter.play.hands import with_hands

    try:
        return with_hands(match)
    except RuleError:
        return match.journal


def _why(match: Playable) -> list[dict[str, Any]]:
    """Return the lines of the transcript with the rules and cards that caused them, without blank lines and rules."""
    return [
        {"text": row.text, "why": [cause_as_json(cause) for cause in row.causes]}
        for row in transcript_rows(match, journal=_with_hands(match))
        if row.text.strip("=-")
    ]


def _why_text(match: Playable, remarks: Sequence[Remark] = ()) -> str:
    """Return the transcript, with the rules and cards that caused a line, and their places, below it."""
    lines: list[str] = []
    below: list[str] = []
    for row in transcript_rows(match, journal=_with_hands(match), remarks=remarks):
        if row.text.strip("=-") or not row.text:
            lines += [*below, row.text]
            below = [f"        {cause}" for cause in why(row)]
        else:
            # A heading keeps its line below it.
            lines.append(row.text)
    return "\n".join([*lines, *below])


def _legal(match: Playable) -> dict[str, Any] | None:
    decision = match.decision
    if decision is None:
        return None
    options = [{"id": choice.id, "label": choice.label} for choice in decision.options]
    return {"player": match.names[decision.player], "prompt": decision.prompt, "options": options}


def _legal_text(match: Playable) -> str:
    decision = match.decision
    if decision is None:
        return "\nNothing may be chosen: the game is over."
    width = max(len(id_) for id_ in decision.ids)
    rows = [f"  {choice.id:<{width}}  {choice.label}".rstrip() for choice in decision.options]
    return "\n".join(["", f"{match.names[decision.player]} may choose:", *rows])


def player_names(game: Game, players: str | None, hands: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names: those that are given, else numbered ones, with the people in the first seats."""
    words = players.strip() if players is not None else str(game.min_players)
    if not words.lstrip("-").isdecimal():
        named = tuple(word.strip() for word in words.split(","))
        for word in (*named, *hands):
            if word in STEP_WORDS:
                raise CommandError(f"nobody can be called {word!r}: moves of a script begin with that word")
        return named
    number = int(words) if len(words) < 6 else -1
    if not game.min_players <= number <= game.max_players:
        wanted = " to ".join(dict.fromkeys((str(game.min_players), str(game.max_players))))
        shown = words if len(words) < _LONG else f"{words[:_LONG]}..."
        raise CommandError(f"{game.title} is played by {wanted} players, not by {shown}")
    names = [f"Player{seat}" for seat in range(1, number + 1)]
    people = [name for name in hands if name not in names]
    free = [seat for seat, name in enumerate(names) if name not in hands]
    for seat, name in zip(free, people, strict=False):
        names[seat] = name
    return tuple(names)


def option_words(words: Sequence[str]) -> dict[str, str]:
    """Return variants that are given as NAME=VALUE. Raises CommandError for another form, and for one given twice."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise CommandError(f"--option wants NAME=VALUE, not {word!r}")
        if name.strip() in options:
            raise CommandError(f"--option {name.strip()} is given twice")
        options[name.strip()] = value.strip()
    return options


def _seat(match: Playable, name: str) -> int:
    if name not in match.names:
        raise unknown("player", name, match.names)
    return match.names.index(name)
