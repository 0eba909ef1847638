"""The command `compare`: the same games with and without an edit, and what recorded games do with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import typer

from rulewright.cli.output import FOUND, CommandError, CompareFormat, say, write, write_json
from rulewright.cli.progress import INTERRUPTED, Progress
from rulewright.cli.reports import game_of, games_of
from rulewright.cli.simulate import Wishes as Played_wishes
from rulewright.cli.simulate import check_numbers, compile_plan, plan_for
from rulewright.cli.statistics import sample_in_words
from rulewright.cli.where import Where
from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.content.packs import is_pack
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.collection import find_playthroughs, shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.script import read_script
from rulewright.interpreter.play.trial import try_case
from rulewright.interpreter.study.comparing import Comparing, Comparison, Difference
from rulewright.interpreter.study.parting import Parting, parting
from rulewright.interpreter.study.plan import Plan
from rulewright.interpreter.study.workers import played_here


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for: the games to play, what they are compared with, and the recorded games."""

    plan: Played_wishes
    against: Path
    playthroughs: tuple[Path, ...]
    form: CompareFormat


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A recorded game and where it goes another way; `fails` says what it is told with the edit, if it fails there."""

    case: str
    parting: Parting | None
    fails: str


def run(wishes: Wishes) -> None:
    """Play the pairs and tell what differs; exit 1 when a fault has stopped a game."""
    check_numbers(wishes.plan.games, wishes.plan.jobs)
    here = games_of(wishes.plan.where)
    there = _games_there(wishes, here)
    before = plan_for(game_of(here, wishes.plan.game), wishes.plan)
    after = replace(before, game=game_of(there, wishes.plan.game))
    for plan in (before, after):
        compile_plan(plan, wishes.plan.games, wishes.plan.jobs)
    comparing = Comparing(before, after)
    faults, stopped = _play(before, after, wishes, comparing)
    comparison = comparing.comparison()
    first = _first_parting(before, after, comparison.first)
    recorded = [] if stopped else list(_recorded(wishes, here, there))
    if wishes.form is CompareFormat.JSON:
        write_json(_as_json(before, comparison, first, recorded))
    else:
        write("\n".join(_text(before, wishes, comparison, first, recorded)))
    if wishes.plan.html is not None:
        _write_page(wishes.plan.html, before, comparison, first, recorded)
    for words in dict.fromkeys(faults):
        say(words)
    if stopped:
        say(f"stopped after {comparison.pairs} of {wishes.plan.games} pairs; this is what they tell")
        raise typer.Exit(INTERRUPTED)
    if faults:
        raise typer.Exit(FOUND)


def _games_there(wishes: Wishes, here: Games) -> Games:
    """Return the games with the edit: the same ones with a pack more, or those of another root. Raises CommandError."""
    where = wishes.plan.where
    if not wishes.against.is_dir():
        raise CommandError(f"--against wants a folder, a pack or a root; there is none at {wishes.against}")
    if is_pack(wishes.against, here.root):
        return games_of(Where(here.root, (*where.packs, wishes.against)))
    return games_of(Where(wishes.against, where.packs))


def _play(before: Plan, after: Plan, wishes: Wishes, comparing: Comparing) -> tuple[list[str], bool]:
    """Play all pairs; return the faults in words, and whether somebody has stopped it."""
    games, jobs = wishes.plan.games, wishes.plan.jobs
    faults: list[str] = []
    progress = Progress(games, "pairs")
    try:
        pairs = zip(played_here(before, games, jobs), played_here(after, games, jobs), strict=True)
        for one, other in pairs:
            comparing.add(one, other)
            for side, game in (("without the edit", one), ("with it", other)):
                if game.fault is not None:
                    faults.append(f"seed {before.seed + game.number}, {side}: {game.fault}")
            progress.step()
    except KeyboardInterrupt:
        return faults, True
    finally:
        progress.end()
    return faults, False


def _first_parting(before: Plan, after: Plan, number: int | None) -> Parting | None:
    """Return where the first game that goes another way parts, with the choices that the bots made in each."""
    if number is None:
        return None
    return parting(_with_journal(before, number), _with_journal(after, number))


def _with_journal(plan: Plan, number: int) -> FastMatch:
    seed = plan.seed + number
    bots = [bot_for(kind, seed, seat) for seat, kind in enumerate(plan.bots)]
    match = FastMatch(plan.game, plan.names, seed=seed, options=plan.options, journal=True)
    while match.turn >= 0:
        match.apply(bots[match.turn].choose(match))
    return match


def _recorded(wishes: Wishes, here: Games, there: Games) -> Iterator[_Recorded]:
    """Play recorded games of the game on both, and tell of each where it goes another way."""
    for path in wishes.playthroughs:
        if not path.exists():
            raise CommandError(f"there is no file or folder {path}")
    files = [file for path in wishes.playthroughs for file in find_playthroughs(path)]
    for file in files:
        findings = Findings()
        script = read_script(file, shown_as(file, here.root), findings)
        for case in script.cases if script is not None else ():
            if case.game.text != wishes.plan.game or script is None:
                continue
            one, other = try_case(script, case, here), try_case(script, case, there)
            name = f"{shown_as(file, here.root)}{f' [{case.name}]' if case.name else ''}"
            fails = next((found.message for found in other.findings), "") if one.passed else ""
            if one.match is None or other.match is None:
                yield _Recorded(name, None, fails or "it cannot be played")
                continue
            yield _Recorded(name, parting(one.match, other.match), fails)


# ---------------------------------------------------------------- answers
def _as_json(
    plan: Plan, found: Comparison, first: Parting | None, recorded: Sequence[_Recorded]
) -> dict[str, Any]:
    return {
        "game": plan.game.id,
        "players": len(plan.names),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "pairs": found.pairs,
        "alike": found.alike,
        "first_other_game": None if found.first is None else plan.seed + found.first,
        "first_parting": _parting(first),
        "differences": [
            {
                **asdict(one),
                "interval": None if one.interval is None else [one.interval.low, one.interval.high],
            }
            for one in (*found.of_game, *found.of_seats, *found.of_cards)
        ],
        "playthroughs": len(recorded),
        "touched": [
            {"case": one.case, "fails": one.fails, "parting": _parting(one.parting)}
            for one in recorded
            if one.parting is not None or one.fails
        ],
    }


def _parting(found: Parting | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {name: getattr(found, name) for name in ("event", "rule", "place", "decision", "before", "after")}


def _text(
    plan: Plan, wishes: Wishes, found: Comparison, first: Parting | None, recorded: Sequence[_Recorded]
) -> Iterator[str]:
    pairs = f"{found.pairs} pairs of games, from seed {plan.seed}"
    yield f"{plan.game.title}, as it is here and with {wishes.against}: {pairs}"
    other = found.pairs - found.alike
    if not other:
        yield "no game goes another way; every difference is exactly 0"
    else:
        yield f"{other} of {found.pairs} games go another way, the first with seed {plan.seed + (found.first or 0)}"
        if first is not None:
            yield from _parting_in_words(first)
        sure = found.sure()
        yield ""
        yield "no chance:" if sure else f"no difference seen: {sample_in_words(found.pairs, len(plan.names))}"
        yield from map(difference_in_words, sure)
        left = [one for one in (*found.of_game, *found.of_seats, *found.of_cards) if not one.sure]
        moved = [one for one in left if one.difference and not one.few]
        if moved:
            yield ""
            yield "may be chance, all that is looked at considered:"
            yield from map(difference_in_words, moved)
        few = sum(one.few for one in left)
        if few:
            yield f"of {few} more numbers there are too few pairs to tell"
    if recorded:
        touched = [one for one in recorded if one.parting is not None or one.fails]
        yield ""
        yield f"{len(touched)} of {len(recorded)} recorded games go another way"
        for one in touched:
            yield f"  {one.case}"
            if one.fails:
                yield f"    fails: {one.fails}"
            if one.parting is not None:
                yield from (f"  {line}" for line in _parting_in_words(one.parting))


def _parting_in_words(found: Parting) -> Iterator[str]:
    yield f"  first by {found.rule} ({found.place}): {found.event}"
    if found.decision:
        yield f"  first other decision, number {found.decision}: {found.before or 'none'} -> {found.after or 'none'}"


def difference_in_words(one: Difference) -> str:
    """Return a difference as a line."""
    scale, unit = (100, " %") if one.measure in ("wins", "unranked") else (1, "")
    between = one.interval
    sure = "" if between is None else f", between {between.low * scale:+.2f} and {between.high * scale:+.2f}"
    who = one.subject if one.subject.startswith(("seat ", "game")) else f"players with {one.subject}"
    return (
        f"  {who}, {one.measure}: {one.before * scale:.2f}{unit} -> {one.after * scale:.2f}{unit},"
        f" {one.difference * scale:+.2f}{sure} ({one.pairs} pairs)"
    )


def _write_page(
    path: Path, plan: Plan, found: Comparison, first: Parting | None, recorded: Sequence[_Recorded]
) -> None:
    from rulewright.cli.open import require_extra

    require_extra()
    from rulewright.cli.web.single import comparison_file

    told = _as_json(plan, found, first, recorded)
    path.write_text(
        comparison_file(told, f"{plan.game.title}: {found.pairs} pairs of games"), encoding="utf-8"
    )
    say(f"{path} written")
