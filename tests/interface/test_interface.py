"""The public Python interface: everything a program does with a game, through `import rulewright` alone."""

from __future__ import annotations

import doctest
import inspect
import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import rulewright
from rulewright import (
    BadSave,
    ContentChanged,
    ContentError,
    ContentRootError,
    FastMatch,
    Game,
    IllegalOption,
    Match,
    MatchError,
    MatchFailed,
    MatchOver,
    RuleError,
    UnknownGame,
    UnknownOption,
    WrongPlayers,
    check_game,
    event_as_json,
    game_names,
    load_game,
    new_fast_match,
    new_match,
    recording,
    transcript,
)

CHECKOUT = Path(__file__).resolve().parents[2]
ROOT = Path(__file__).parent / "data"
SEED = 256831  # Anna: c03 and c09 in hand, c01 in the purse; Matt: c02 and c07


@cache
def high_card() -> Game:
    return load_game("high-card", ROOT)


def match(**keys) -> Match:
    return new_match(high_card(), ["Anna", "Matt"], SEED, **keys)


def played_out(**keys) -> Match:
    game = match(**keys)
    while game.decision is not None:
        game.apply(0)
    return game


# ---------------------------------------------------------------- the module itself
def test_every_name_that_is_promised_is_there_and_documented():
    for name in rulewright.__all__:
        assert inspect.getdoc(getattr(rulewright, name)), name
    assert set(rulewright.__all__) <= set(dir(rulewright))
    assert rulewright.__all__ == sorted(rulewright.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Macth'"):
        _ = rulewright.Macth


def test_importing_loads_nothing_that_is_not_asked_for():
    code = "import sys, rulewright; print([m for m in sys.modules if m.startswith(('rulewright.', 'yaml', 'lark'))])"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("game", ["tic-tac-toe", "pret-a-porter"])
def test_the_example_of_the_documentation_runs(game, capsys):
    example = doctest.DocTestParser().get_examples(rulewright.__doc__)
    assert example
    names: dict = {}
    for step in example:
        exec(compile(step.source.replace("GAME", game), "<example>", "exec"), names)
    assert names["match"].over
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(names["match"].moves) + 1
    assert lines[0].startswith(("Anna: ", "Matt: "))
    assert lines[-1] == f"{names['match'].scores()} {names['match'].winners()}"


# ---------------------------------------------------------------- loading
def test_games_are_found_by_the_name_of_their_folder():
    assert game_names(ROOT) == game_names(str(ROOT)) == ["high-card"]
    assert {"pret-a-porter", "tic-tac-toe"} <= set(game_names())
    game = load_game("high-card", str(ROOT))
    assert (game.id, game.title, game.min_players, game.max_players) == ("high-card", "High Card", 2, 3)


def test_a_misspelt_game_is_refused_with_the_nearest_name():
    for ask in (load_game, check_game):
        with pytest.raises(UnknownGame, match="did you mean high-card") as caught:
            ask("hihg-card", ROOT)
        assert (caught.value.known, caught.value.suggestion) == (("high-card",), "high-card")


def test_a_root_without_games_is_refused(tmp_path):
    for ask in (lambda: game_names(tmp_path), lambda: load_game("x", tmp_path / "nowhere")):
        with pytest.raises(ContentRootError, match="wanted one with"):
            ask()


def test_content_with_errors_is_refused_with_all_its_findings(tmp_path):
    shutil.copytree(ROOT, tmp_path, dirs_exist_ok=True)
    cards = tmp_path / "cards" / "high-card" / "cards.yaml"
    cards.write_text(
        cards.read_text().replace("[Five, 5]", "[Five, fivve]").replace("[Nine, 9]", "[Nine, nein]")
    )
    with pytest.raises(ContentError) as caught:
        load_game("high-card", tmp_path)
    findings = list(caught.value.findings)
    assert [(found.span.file, found.span.line, found.severity) for found in findings] == [
        ("cards/high-card/cards.yaml", 9, "error"),
        ("cards/high-card/cards.yaml", 13, "error"),
    ]
    assert list(check_game("high-card", tmp_path)) == findings
    assert not check_game("high-card", ROOT)


# ---------------------------------------------------------------- opening a match
def test_players_are_counted_or_named():
    assert new_match(high_card()).names == ("Player1", "Player2")
    assert new_match(high_card(), 3).names == ("Player1", "Player2", "Player3")
    assert match().names == ("Anna", "Matt")


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (1, "High Card is for 2 to 3 players, not 1"),
        (4, "High Card is for 2 to 3 players, not 4"),
        (["Anna"], "High Card is for 2 to 3 players, not 1"),
        (["Anna", "Anna"], "two players have the same name"),
        (["Anna", "Mr X"], "'Mr X' cannot be a player's name"),
        ("Anna", "give the players' names as a list"),
    ],
)
def test_players_that_do_not_fit_are_refused(players, message):
    with pytest.raises(WrongPlayers, match=message):
        new_match(high_card(), players)


def test_options_are_words_and_flags():
    assert match().options == {"wish": "no", "prize": "single", "fault": "no"}
    assert match(options={"wish": True, "prize": "double"}).options == {
        "wish": "yes",
        "prize": "double",
        "fault": "no",
    }
    assert match(options={"wish": False}).options == match(options={"wish": "no"}).options == match().options


@pytest.mark.parametrize(
    ("options", "message", "suggestion"),
    [
        ({"wsh": True}, "High Card has no option 'wsh'", "wish"),
        ({"wish": "maybe"}, "the option wish cannot be 'maybe'", None),
        ({"prize": "doubel"}, "the option prize cannot be 'doubel'", "double"),
        ({"prize": True}, "the option prize cannot be 'yes'", None),
    ],
)
def test_an_option_that_is_not_there_is_refused(options, message, suggestion):
    with pytest.raises(UnknownOption, match=message) as caught:
        match(options=options)
    assert caught.value.suggestion == suggestion
    assert caught.value.known


# ---------------------------------------------------------------- deciding
def test_a_decision_has_a_player_a_prompt_and_options_with_ids_and_labels():
    decision = match().decision
    assert (decision.player, decision.prompt, decision.kind) == (0, "Play", "choose")
    assert [(option.id, option.label) for option in decision.options] == [("c03", "Three"), ("c09", "Nine")]
    assert decision.ids == ("c03", "c09")


def test_an_option_is_taken_by_its_id_or_its_number():
    by_id, by_number = match(), match()
    by_id.apply("c09")
    by_number.apply(1)
    assert by_id.digest() == by_number.digest() != match().digest()
    assert [(step.player, step.id) for step in by_id.moves] == [(0, "c09")]


@pytest.mark.parametrize(
    ("option", "message", "suggestion"),
    [
        ("c08", "there is no option 'c08'; did you mean 'c03'", "c03"),
        ("nine", r"there is no option 'nine' \(legal: c03, c09\)", None),
        (2, "there is no option number 2; they run from 0 to 1", None),
        (-1, "there is no option number -1", None),
    ],
)
def test_an_option_that_is_not_there_changes_nothing(option, message, suggestion):
    game = match()
    before = (game.digest(), game.journal, game.moves)
    with pytest.raises(IllegalOption, match=message) as caught:
        game.apply(option)
    assert (caught.value.legal, caught.value.suggestion) == (("c03", "c09"), suggestion)
    assert (game.digest(), game.journal, game.moves) == before


def test_forced_decisions_are_taken_by_themselves_unless_they_are_asked_for():
    # In the last round everybody has one card left.
    assert len(played_out().moves) == 2
    assert len(played_out(ask_forced=True).moves) == 4
    assert played_out().scores() == played_out(ask_forced=True).scores()


def test_round_and_phase_say_where_the_match_stands():
    game = match(ask_forced=True)
    assert (game.round, game.phase, game.over) == (1, "play", False)
    game.apply(0)
    game.apply(0)
    assert (game.round, game.phase, game.over) == (2, "play", False)
    game.apply(0)
    game.apply(0)
    assert (game.round, game.phase, game.over) == (2, None, True)


def test_nothing_is_left_to_decide_after_the_end():
    game = played_out()
    assert game.over
    assert game.decision is None
    with pytest.raises(MatchOver, match="the match is over"):
        game.apply(0)


def test_scores_and_winners_stand_by_seat():
    game = match()
    assert (game.scores(), game.winners()) == ([0, 0], [0, 1])
    game.apply("c03")
    assert (game.scores(), game.winners()) == ([3, 0], [0])
    game.apply("c07")
    assert game.over
    assert (game.scores(), game.winners()) == ([12, 9], [0])


# ---------------------------------------------------------------- looking
def test_the_journal_tells_what_happened_and_why():
    game = match()
    game.apply("c09")
    events = [event_as_json(event, game) for event in game.journal]
    assert [event["event"] for event in events][-3:] == ["decided", "moved", "counter-changed"]
    line = 1 + (ROOT / "rules/high-card/game.yaml").read_text().splitlines().index(
        "        gain card.worth score"
    )
    assert events[-1] == {
        "event": "counter-changed",
        "verb": "gain",
        "player": "Anna",
        "counter": "score",
        "index": None,
        "before": 0,
        "after": 9,
        "rule": "phase play",
        "place": f"rules/high-card/game.yaml:{line}:9",
    }
    json.dumps(events)


def test_without_a_journal_the_game_is_the_same():
    silent = played_out(journal=False)
    assert silent.journal == ()
    assert silent.digest() == played_out().digest()


def test_a_player_sees_what_the_zones_show_and_nothing_else():
    anna, matt, nobody = (match().view(who) for who in (0, 1, None))
    assert anna["players"]["Anna"]["zones"] == {"hand": ["c03", "c09"], "purse": ["c01"], "played": []}
    assert anna["players"]["Matt"]["zones"] == {"hand": {"count": 2}, "played": []}
    assert matt["players"]["Matt"]["zones"]["hand"] == ["c02", "c07"]
    assert matt["players"]["Anna"]["zones"] == {"hand": {"count": 2}, "played": []}
    assert anna["zones"] == {"stock": {"count": 3}, "market": {"count": 2, "top": "c06"}}
    assert anna["players"]["Anna"]["counters"] == {"score": 0, "grudge": 3}
    assert anna["players"]["Matt"]["counters"] == {"score": 0}
    assert set(nobody["components"]) == set()
    assert [nobody["players"][name]["zones"]["hand"] for name in ("Anna", "Matt")] == [{"count": 2}] * 2
    json.dumps([anna, matt, nobody])


def test_no_view_names_a_component_that_its_zone_hides():
    hidden = {"c02", "c07", "c01", "c03", "c09"}
    told = json.dumps(match().view(None))
    assert not [card for card in hidden if card in told]


def test_equal_positions_have_equal_digests_and_others_have_not():
    assert match().digest() == match().digest()
    assert match().digest() != new_match(high_card(), ["Anna", "Matt"], SEED + 1).digest()
    # What the players are called is no part of the position.
    assert match().digest() == new_match(high_card(), ["Zoe", "Yan"], SEED).digest()


def test_a_transcript_and_a_recording_can_be_had():
    game = played_out()
    assert transcript(game).startswith("High Card: Anna, Matt (seed 256831)\n")
    assert recording(game).splitlines()[:3] == ["game: high-card", "players: [Anna, Matt]", f"seed: {SEED}"]


# ---------------------------------------------------------------- copies and saves
def test_a_clone_goes_on_by_itself():
    game = match()
    before = (game.digest(), game.journal, game.moves, game.scores())
    copy = game.clone()
    assert copy.digest() == game.digest()
    copy.apply("c09")
    assert copy.digest() != game.digest()
    assert (game.digest(), game.journal, game.moves, game.scores()) == before
    game.apply("c09")
    assert (game.digest(), game.journal) == (copy.digest(), copy.journal)
    assert game.clone(journal=False).journal == ()


@pytest.mark.parametrize("ask_forced", [False, True])
def test_a_save_goes_through_json_and_is_resumed_at_every_decision(ask_forced):
    game = match(ask_forced=ask_forced, options={"wish": "yes"})
    while True:
        saved = json.loads(json.dumps(game.save()))
        again = Match.resume(high_card(), saved)
        assert (again.digest(), again.names, again.options) == (game.digest(), game.names, game.options)
        assert [event_as_json(e, again) for e in again.journal] == [
            event_as_json(e, game) for e in game.journal
        ]
        assert again.save() == saved
        if game.decision is None:
            break
        game.apply(0)


def test_a_save_of_other_content_is_refused_and_both_are_named(tmp_path):
    shutil.copytree(ROOT, tmp_path, dirs_exist_ok=True)
    cards = tmp_path / "cards" / "high-card" / "cards.yaml"
    cards.write_text(cards.read_text().replace("[Five, 5]", "[Five, 6]"))
    changed = load_game("high-card", tmp_path)
    with pytest.raises(ContentChanged) as caught:
        Match.resume(changed, match().save())
    assert (caught.value.saved, caught.value.present) == (high_card().digest, changed.digest)
    assert caught.value.saved in str(caught.value)
    assert caught.value.present in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"players": "Anna"},
        {"players": ["Anna", 1]},
        {"seed": "many"},
        {"moves": [["Anna", "c08"]]},
        {"moves": [["Matt", "c02"]]},
        {"moves": [["Anna"]]},
        {"moves": None},
        {"options": []},
        {"begin": 3},
    ],
)
def test_a_damaged_save_is_refused(change):
    with pytest.raises(BadSave):
        Match.resume(high_card(), {**match().save(), **change})


# ---------------------------------------------------------------- faults of the content
def test_a_fault_of_the_content_names_its_place_and_stops_the_match():
    game = match(options={"fault": True})
    game.apply(0)
    copy = game.clone()
    with pytest.raises(RuleError) as caught:
        game.apply(0)
    text = (ROOT / "rules/high-card/game.yaml").read_text().splitlines()
    assert "gain 1 / (round - 2) score" in text[caught.value.span.line - 1]
    assert caught.value.rule == "phase play"
    assert str(caught.value).startswith(f"rules/high-card/game.yaml:{caught.value.span.line}:")
    assert game.decision is None
    assert game.failed is caught.value
    with pytest.raises(MatchFailed, match="stopped at a fault of its content"):
        game.apply(0)
    assert copy.failed is None
    assert copy.decision is not None


def test_every_error_of_a_match_is_a_match_error():
    for error in (
        BadSave,
        rulewright.BuildChanged,
        ContentChanged,
        IllegalOption,
        MatchFailed,
        MatchOver,
        RuleError,
        UnknownOption,
        WrongPlayers,
        rulewright.BadPosition,
    ):
        assert issubclass(error, MatchError)


# ---------------------------------------------------------------- the compiled machine
def test_a_fast_match_is_the_same_game():
    slow, fast = match(), new_fast_match(high_card(), ["Anna", "Matt"], SEED, journal=True)
    assert isinstance(fast, FastMatch)
    while slow.decision is not None:
        assert (fast.turn, fast.choices) == (slow.decision.player, len(slow.decision.options))
        assert fast.decision.ids == slow.decision.ids
        slow.apply(0)
        fast.apply(0)
    assert fast.over
    assert (fast.scores(), fast.winners(), fast.journal) == (slow.scores(), slow.winners(), slow.journal)
    assert new_fast_match(high_card()).journal == ()


def test_a_fast_match_takes_options_as_a_match_does():
    with pytest.raises(UnknownOption):
        new_fast_match(high_card(), options={"no_such": True})
    with pytest.raises(WrongPlayers):
        new_fast_match(high_card(), 99)


@pytest.mark.parametrize("opened", [new_match, new_fast_match])
def test_a_match_can_begin_at_a_stated_position(opened):
    game = load_game("tic-tac-toe")
    phase = next(iter(game.phases))

    def edit(position: rulewright.Position) -> None:
        position.set_counter("won", 0, 0, 1)

    begun = opened(game, ["Anna", "Matt"], begin=rulewright.Begin(1, phase, edit))
    assert begun.view(None)["players"]["Anna"]["counters"]["won"] == 1
    with pytest.raises(rulewright.BadPosition):
        opened(game, begin=rulewright.Begin(999, phase, edit))
