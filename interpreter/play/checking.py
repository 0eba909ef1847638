"""Checks the cases of a script against their game, before anything is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.interpreter.content.formulas import check_expectation
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import Pack, PackError, joined, open_pack, require_game
from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.language.checked import Expr
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.match.match import Begin
from rulewright.interpreter.match.opening import PLAYER_NAME, is_player_name
from rulewright.interpreter.play.expectation import names_of
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.given import read_given
from rulewright.interpreter.play.possible import PossibleOptions
from rulewright.interpreter.play.script import (
    STEP_WORDS,
    Asked,
    Bots,
    Case,
    Chance,
    Expect,
    Goal,
    Legal,
    Move,
    Note,
    Script,
    Setting,
    Word,
    states_chance,
)
from rulewright.interpreter.play.statable import check_stated
from rulewright.interpreter.state.chance import has_chance
from rulewright.interpreter.state.rng import WAY


@dataclass(frozen=True, slots=True)
class ReadyCase:
    """A case whose game, players, options, position and formulas are checked; `formulas` are by the step's number."""

    script: Script
    case: Case
    game: Game
    names: tuple[str, ...]
    options: dict[str, str]
    begin: Begin | None
    formulas: dict[int, Expr]


def check_script(
    script: Script, games: Games, findings: Findings, *, unplayed: bool = False
) -> list[ReadyCase]:
    """Return the cases of a script that can be played; what is wrong with the others is found.

    Errors in the content of a game are found once, at their own places. When the script goes `unplayed`, moves that can
    name no option of the game are found as well; playing tells more of them, for it knows what is legal.
    """
    ready = (_check_case(script, case, games, findings, unplayed=unplayed) for case in script.cases)
    return [case for case in ready if case is not None]


def check_purpose(case: Case, findings: Findings) -> None:
    """Find a case that can show nothing, whatever the game does."""
    if all(isinstance(step, Note) for step in case.steps):
        message = "this playthrough shows nothing: it makes no move, and expects nothing; `- expect: ...` is a check"
        findings.add("RW620", case.span, message)


def _check_words(case: Case, names: tuple[str, ...], possible: PossibleOptions, findings: Findings) -> None:
    for step in case.steps:
        match step:
            case Move(player=player) if player.text in names:
                words = step.words
            case Legal(excluded=False):
                words = step.words
            case _:
                words = ()
        for word in words:
            if not possible.may_begin(word.text, names):
                _no_option(word, possible, findings)


def _no_option(word: Word, possible: PossibleOptions, findings: Findings) -> None:
    message = f"{word.text!r} is no option of this game anywhere"
    findings.add("RW504", word.span, message, possible.nearest(word.text))


def _check_case(
    script: Script, case: Case, games: Games, findings: Findings, *, unplayed: bool
) -> ReadyCase | None:
    before = len(findings.errors)
    if case.game.text not in games.names:
        near = nearest(case.game.text, games.names)
        known = ", ".join(games.names) or "none"
        message = f"there is no game {case.game.text!r}; there are {known}; `--root DIR` names other games"
        findings.add("RW501", case.game.span, message, near)
        return None
    game = game_of_case(script, case, games, findings)
    if game is None:
        return None
    names = _names(case, game, findings)
    options = {setting.name.text: setting.value.text for setting in case.options}
    for setting in case.options:
        _check_option(setting, game, findings)
    _check_chance(case, game, findings)
    if names is None:
        return None
    begin = None
    if case.given is not None:
        begin = read_given(case.given, game, games.layout(game, len(names)), names, findings)
    possible = games.possible(game, len(names))
    _check_steps(case, game, names, possible, findings)
    if unplayed:
        check_purpose(case, findings)
        _check_words(case, names, possible, findings)
    if states_chance(case):
        check_stated(case, game, games.layout(game, len(names)), names, findings)
    bound = names_of(game, games.layout(game, len(names)), names)
    formulas = dict(_formulas(case, game, bound, findings))
    if len(findings.errors) > before:
        return None
    return ReadyCase(script, case, game, names, options, begin, formulas)


def _check_chance(case: Case, game: Game, findings: Findings) -> None:
    """Find a recording whose chance was drawn in another way: the same seed would bring another game."""
    if case.chance is not None and case.chance.text != WAY:
        message = f"this program does not know chance that is drawn in the way {case.chance.text!r}; it knows {WAY!r}"
        findings.add("RW520", case.chance.span, message)
    elif case.chance is None and case.content and has_chance(game):
        message = (
            "this recording was made when all chance came from one stream, so its seed brings another game now; record"
            " the game anew, or take `content:` out and state by `given:` what chance brought"
        )
        findings.add("RW520", case.content_span, message)


def game_of_case(script: Script, case: Case, games: Games, findings: Findings) -> Game | None:
    """Return the game of a case, which is a known one, with its packs; None after findings about one of them."""
    needed: list[Pack] = []
    for word in case.packs:
        try:
            pack = open_pack(script.path.parent / word.text, games.root, games.names)
            require_game(pack, case.game.text)
            needed = list(joined((*needed, pack)))
            joined((*needed, *games.packs))
        except PackError as error:
            findings.add("RW517", word.span, str(error))
            return None
    game, content = games.load(case.game.text, needed)
    if game is None:
        findings.extend(content)
    return game


def _names(case: Case, game: Game, findings: Findings) -> tuple[str, ...] | None:
    """Return the players' names in seat order; None when they are not as many as can play."""
    players = case.players if case.players is not None else game.min_players
    words = (
        players
        if isinstance(players, tuple)
        else tuple(_called(number, case) for number in range(1, players + 1))
    )
    if not game.min_players <= len(words) <= game.max_players:
        wanted = f"{game.min_players}"
        if game.max_players > game.min_players:
            wanted += f" to {game.max_players}"
        message = f"{game.title} is played by {wanted} players, not by {len(words)}"
        findings.add("RW502", case.players_span, message)
        return None
    for word in words:
        if word.text in STEP_WORDS:
            findings.add(
                "RW210", word.span, f"nobody can be called {word.text!r}: moves begin with that word"
            )
        elif not is_player_name(word.text):
            findings.add("RW106", word.span, f"{word.text!r} cannot be a player's name: {PLAYER_NAME}")
    return tuple(word.text for word in words)


def _called(number: int, case: Case) -> Word:
    return Word(f"Player{number}", case.players_span)


def _check_option(setting: Setting, game: Game, findings: Findings) -> None:
    name, value = setting.name, setting.value
    option = game.options.get(name.text)
    if option is None:
        known = ", ".join(game.options) or "none"
        near = nearest(name.text, game.options)
        findings.add("RW511", name.span, f"{game.title} has no option {name.text!r}; there are {known}", near)
    elif value.text not in option.values:
        message = f"the option {name.text} cannot be {value.text!r}; it is one of {option.allowed}"
        findings.add("RW511", value.span, message, nearest(value.text, option.values))


def _check_steps(
    case: Case, game: Game, names: tuple[str, ...], possible: PossibleOptions, findings: Findings
) -> None:
    chosen = False
    for step in case.steps:
        match step:
            case Expect(then=True) if not chosen:
                message = (
                    "`then` stands behind the choice of which it tells, before any question is looked at"
                )
                findings.add("RW107", step.span, message)
            case Move(player=player):
                _check_player(player, names, [*names, *STEP_WORDS], findings)
            case Asked(player=player):
                _check_player(player, names, names, findings)
            case Legal():
                _check_legal(step, names, possible, findings)
            case Bots(goal=goal):
                _check_goal(step, goal, game, findings)
        if not isinstance(step, Note | Chance):
            chosen = isinstance(step, Move) or (isinstance(step, Expect) and step.then and chosen)


def _check_player(player: Word, names: tuple[str, ...], known: Sequence[str], findings: Findings) -> None:
    if player.text not in names:
        message = f"nobody called {player.text!r} plays; there are {', '.join(names)}"
        findings.add("RW503", player.span, message, nearest(player.text, known))


def _check_legal(step: Legal, names: tuple[str, ...], possible: PossibleOptions, findings: Findings) -> None:
    if step.player is not None:
        _check_player(step.player, names, names, findings)
    for word in step.words:
        # A word that is never an option would be found nowhere, whatever the rules do.
        if step.excluded and not possible.allows(word.text, names):
            _no_option(word, possible, findings)


def _check_goal(step: Bots, goal: Goal, game: Game, findings: Findings) -> None:
    if goal.kind == "phase" and goal.name not in game.phases:
        message = f"there is no phase {goal.name!r}"
        findings.add("RW512", step.span, message, nearest(goal.name, game.phases))
    elif goal.kind == "round" and goal.number > game.last_round:
        findings.add("RW512", step.span, f"the game has {game.last_round} rounds only")


def _formulas(
    case: Case, game: Game, bound: Mapping[str, Type], findings: Findings
) -> Iterator[tuple[int, Expr]]:
    for number, step in enumerate(case.steps):
        if isinstance(step, Expect):
            formula = check_expectation(game, step.formula, bound, findings)
            if formula is not None:
                yield number, formula
