"""Carries out the set-up of a game with every number of players and each single variant, and finds what stops it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.interpreter import cache
from rulewright.interpreter.content.load import SOUND, cache_key
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import Pack
from rulewright.interpreter.findings import Finding, Findings, Span
from rulewright.interpreter.state.errors import MatchError, RuleError

_MOST_CHOICES = 500
"""A set-up in which more than this is chosen is followed no further; it goes on by choices of players, and ends."""


def check_set_ups(game: Game, packs: Sequence[Pack], findings: Findings) -> None:
    """Find what stops a game before anybody has anything to decide, or while the set-up asks.

    Whoever is asked takes the first option. That nothing is found is kept in the cache until a byte of the content
    changes.
    """
    key = (SOUND, *cache_key(game.id, game.root, packs))
    if cache.load(key) is not None:
        return
    found = list(_faults(game))
    findings.extend(found)
    if not found:
        cache.store(key, b"sound")


def _faults(game: Game) -> Iterator[Finding]:
    """Yield each fault once, with the numbers of players and the variants that meet it."""
    met: dict[tuple[str, Span, str], list[str]] = {}
    tried = 0
    for players, options, words in _openings(game):
        tried += 1
        fault = _fault(game, players, options)
        if fault is not None:
            met.setdefault(fault, []).append(words)
    for (code, span, message), openings in met.items():
        when = "always" if len(openings) == tried else f"with {_listed(openings)}"
        findings = Findings()
        findings.add(code, span, f"{message}; so the game stops before anybody decides, {when}")
        yield from findings


def _listed(openings: Sequence[str]) -> str:
    shown = " and with ".join(openings[:3])
    return f"{shown} and {len(openings) - 3} more ways to begin" if len(openings) > 3 else shown


def _openings(game: Game) -> Iterator[tuple[int, dict[str, str], str]]:
    """Yield every number of players with the usual rules and with each other value of each option.

    Of an option that is a number these are the smallest and the largest.
    """
    variants: list[tuple[dict[str, str], str]] = [({}, "")]
    for option in game.options.values():
        variants += [
            ({option.name: value}, f", {option.name}={value}")
            for value in (
                option.values if option.type.base != "number" else (option.values[0], option.values[-1])
            )
            if value != option.default_word
        ]
    for options, words in variants:
        for players in range(game.min_players, game.max_players + 1):
            yield players, options, f"{players} player{'' if players == 1 else 's'}{words}"


def _fault(game: Game, players: int, options: dict[str, str]) -> tuple[str, Span, str] | None:
    # What walks rules takes long to import, and is not needed where the cache knows the answer.
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.play.runner import add_fault

    try:
        match = Match(game, players, options=options, journal=False)
        for _ in range(_MOST_CHOICES):
            if match.decision is None or match.phase is not None:
                break
            match.apply(0)
    except RuleError as error:
        findings = Findings()
        add_fault(findings, error)
        (found,) = findings
        return found.code, found.span, found.message
    except MatchError:
        return None
    return None
