import json
import random

import pytest
from builder import counter, events, face, game, owner, play, run, start, state_of, zone

from rulewright.interpreter.journal.events import EndingBegan, Finished, PhaseBegan, RoundBegan
from rulewright.interpreter.match.event_json import as_json
from rulewright.interpreter.match.match import Begin, Match
from rulewright.interpreter.state import errors
from rulewright.interpreter.state.state import State

CHOICES = """
as each player in turn_order:
  choose a card from deck.cards "Take"
  move card to me.hand
  repeat 2 times:
    may "Earn":
      earn()
"""
MORE = """
actions:
  earn:
    text: earn
    do: |
      choose any number of cs from colours
      for each c in cs:
        choose n from 1 to 3
        gain n gems[c]
"""
SETUP = "move all card_cards to deck.cards\nshuffle deck.cards"


def rich(**parts: object) -> Match:
    return start(CHOICES, setup=SETUP, more=MORE, rounds=2, **parts)


def playout(match: Match, seed: int) -> list[str]:
    """Play at random to the end and return what was chosen."""
    chance, chosen = random.Random(seed), []
    while not match.over:
        chosen.append(chance.choice(match.decision.ids))
        match.apply(chosen[-1])
    return chosen


# ---------------------------------------------------------------- opening
@pytest.mark.parametrize(
    ("players", "message"),
    [
        (1, "Tiny is for 2 to 4 players, not 1"),
        (5, "not 5"),
        (["Anna"], "not 1"),
        (["Anna", "Anna"], "the same name"),
        (["Anna", "2b"], "'2b' cannot be a player's name"),
        (["Anna", "a b"], "'a b' cannot be a player's name"),
        (["Anna", ""], "'' cannot be a player's name"),
        ("AB", "as a list"),
    ],
)
def test_players_that_do_not_fit_are_refused(players, message):
    with pytest.raises(errors.WrongPlayers, match=message):
        Match(game(), players)


def test_players_are_named_or_counted():
    assert Match(game()).names == ("Player1", "Player2")
    assert Match(game(), 3).names == ("Player1", "Player2", "Player3")
    assert Match(game(), ["Anna", "Max-2_b"]).names == ("Anna", "Max-2_b")


def test_variants_are_opened_by_word():
    text = "if options.fast and options.mood == wild: set game.step to 1"
    match = Match(game(text), options={"fast": "yes", "mood": "wild"})
    assert match.options == {"fast": "yes", "mood": "wild"}
    assert match.state.v[match.layout.game_state["step"]] == 1
    assert Match(game(text)).options == {"fast": "no", "mood": "calm"}
    with pytest.raises(errors.UnknownOption) as caught:
        Match(game(text), options={"fasst": "yes"})
    assert (caught.value.suggestion, caught.value.known) == ("fast", ("fast", "mood"))
    with pytest.raises(errors.UnknownOption, match="cannot be 'wid'") as caught:
        Match(game(text), options={"mood": "wid"})
    assert caught.value.suggestion == "wild"


# ---------------------------------------------------------------- the course of the game
def test_rounds_phases_ending_and_result_follow_one_another():
    match = run("as players[1]: gain round points", rounds=3, ending="as players[2]: gain 100 gold")
    assert [(event.round, event.kind) for event in events(match, RoundBegan)] == [
        (1, "every"),
        (2, "every"),
        (3, "every"),
    ]
    assert [event.phase for event in events(match, PhaseBegan)] == ["play", "rest"] * 3
    assert [event.early for event in events(match, EndingBegan)] == [False]
    assert (match.scores(), match.winners()) == ([6, 0], [0])
    assert [(event.scores, event.winners) for event in events(match, Finished)] == [((6, 0), (0,))]
    assert (match.round, match.phase, match.decision) == (3, None, None)


def test_finishing_the_game_ends_the_rounds_and_the_ending_still_runs():
    match = run(
        "as players[1]:\n  repeat 5 times:\n    gain 1 points\n    if me.points == 2: finish game\n  gain 50 points",
        rounds=3,
        ending="as players[1]: gain 10 points",
    )
    assert counter(match, "points") == 12
    assert [event.early for event in events(match, EndingBegan)] == [True]
    assert match.state.f == []


def test_finishing_inside_the_ending_ends_at_once():
    match = run("nothing", ending="as players[1]:\n  gain 1 points\n  finish game\n  gain 1 points")
    assert counter(match, "points") == 1
    assert len(events(match, Finished)) == 1


def test_finishing_during_the_set_up_goes_to_the_ending():
    match = run("as players[1]: gain 5 points", setup="finish game", ending="as players[1]: gain 1 points")
    assert counter(match, "points") == 1


def test_who_is_not_ranked_has_no_score_and_ties_share():
    match = run("as players[2]: set me.debt to 100", players=3)
    assert (match.scores(), match.winners()) == ([0, None, 0], [0, 2])
    match = run("as each player in players: set me.debt to 100")
    assert (match.scores(), match.winners()) == ([None, None], [])
    match = run("as players[2]: gain 1 gold")
    assert match.winners() == [1]


# ---------------------------------------------------------------- options
def test_illegal_options_are_refused_and_change_nothing():
    match = start("as players[1]:\n  choose c from colours")
    digest = match.digest()
    for wrong in ("gren", "", "RED", 3, -1, 99):
        with pytest.raises(errors.IllegalOption) as caught:
            match.apply(wrong)
        assert caught.value.legal == ("red", "green", "blue")
    with pytest.raises(errors.IllegalOption, match="did you mean 'green'"):
        match.apply("gren")
    assert match.digest() == digest
    match.apply(2)
    with pytest.raises(errors.MatchOver):
        match.apply(0)


def test_after_a_fault_a_match_refuses_every_step_and_its_clones_go_on():
    match = start("as players[1]:\n  choose n from 0 to 1\n  gain 0 points\n  set game.step to 1 / n")
    copy = match.clone()
    with pytest.raises(errors.RuleError):
        match.apply("0")
    assert (match.decision, match.failed.message) == (None, "1 is divided by 0")
    with pytest.raises(errors.MatchFailed, match="stopped at a fault of its content"):
        match.apply("1")
    copy.apply("1")
    assert copy.over


def test_a_fault_names_the_rules_above_it():
    match = start(
        "as players[1]:\n  outer()",
        more="actions:\n  outer:\n    text: outer\n    do: |\n      choose n from 1 to 2\n      inner(n)\n"
        "  inner(n is number):\n    text: inner\n    do: |\n      gain 1 / (n - n) gold\n",
    )
    with pytest.raises(errors.RuleError) as caught:
        match.apply(0)
    error = caught.value
    assert (error.rule, [cause.rule for cause in error.above]) == (
        "action inner",
        ["action outer", "phase play"],
    )
    lines = str(error).splitlines()
    assert lines[0].startswith(
        f"rules/tiny/game.yaml:{error.span.line}:{error.span.column}: 1 is divided by 0"
    )
    assert lines[2] == f"  called from rules/tiny/game.yaml:{error.above[1].span.line}:9 (in phase play)"


# ---------------------------------------------------------------- clones, digests, saves
def test_a_clone_goes_on_alike_and_leaves_the_original_alone():
    for seed in range(5):
        match, chance = rich(seed=seed), random.Random(seed)
        while not match.over:
            digest, copy = match.digest(), match.clone()
            assert copy.decision.ids == match.decision.ids
            playout(copy.clone(journal=False), seed)
            assert (match.digest(), copy.digest()) == (digest, digest)
            option = chance.choice(match.decision.ids)
            match.apply(option)
            copy.apply(option)
            assert (match.digest(), match.journal) == (copy.digest(), copy.journal)


def test_the_state_is_plain_data():
    match = rich()
    while not match.over:
        text = json.dumps(match.state.plain())
        assert json.loads(text)[0] == match.state.v
        match.apply(0)


def test_digests_tell_states_and_contents_apart():
    first, second = rich(), rich()
    assert first.digest() == second.digest()
    assert rich(seed=1).digest() != first.digest()
    first.apply(0)
    assert first.digest() != second.digest()
    assert isinstance(State.new(first.layout, 0).digest("a"), str)
    assert second.state.digest("a") != second.state.digest("b")


def test_equal_positions_reached_by_different_ways_have_equal_digests():
    text = "  if yes:\n    choose a x from colours\n    gain 1 gems[x]\n"
    text = "as players[1]:\n" + text + text + "  choose n from 1 to 2"
    one, two = play(start(text), "red", "blue"), play(start(text), "blue", "red")
    assert one.digest() == two.digest()


@pytest.mark.parametrize("seed", [0, 5, -3, 2**70, -(2**70)])
def test_a_save_resumes_at_every_decision(seed):
    match, chance = rich(seed=seed), random.Random(seed)
    while not match.over:
        saved = json.loads(json.dumps(match.save()))
        again = Match.resume(match.game, saved)
        assert again.digest() == match.digest()
        assert again.decision.ids == match.decision.ids
        match.apply(chance.choice(match.decision.ids))
    assert Match.resume(match.game, match.save()).journal == match.journal
    assert match.seed == seed


def test_a_save_of_other_content_is_refused_naming_both():
    match = rich()
    with pytest.raises(errors.ContentChanged, match=match.game.digest) as caught:
        Match.resume(game("nothing"), match.save())
    assert caught.value.present == game("nothing").digest


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": [["Player2", "ace"]]}, "move 1 of the save is by Player2, but Player1 is to decide"),
        ({"moves": [["Player1", "nobody"]]}, "move 1 of the save: there is no option 'nobody'"),
        ({"moves": [["Player1"]]}, "the save is not whole"),
        ({"seed": "x"}, "the save is not whole: `seed` must be a whole number"),
        ({"options": {"fast": True}}, "`options` must be words by name"),
        ({"begin": {"round": 1}}, "`begin` must be round, phase and edits, or null"),
        ({"begin": {"round": 1, "phase": "play", "edits": [["save"]]}}, "an edit 'save' that is unknown"),
        ({"begin": {"round": 1, "phase": "play", "edits": [["set_zone", 999, []]]}}, "cannot be made"),
    ],
)
def test_a_damaged_save_is_refused(change, message):
    match = rich()
    with pytest.raises(errors.BadSave, match=message):
        Match.resume(match.game, {**match.save(), **change})
    whole = match.save()
    del whole["players"]
    with pytest.raises(errors.BadSave, match="players"):
        Match.resume(match.game, whole)


def test_forced_decisions_are_among_the_moves_only_when_they_were_asked():
    text = "as players[1]:\n  choose a card from deck.cards\n  move card to me.hand"
    quiet = run(text, setup="move ace to deck.cards")
    assert quiet.moves == ()
    asked = play(start(text, setup="move ace to deck.cards", ask=True), "ace")
    assert [(step.player, step.id) for step in asked.moves] == [(0, "ace")]
    assert asked.digest() == quiet.digest()
    assert Match.resume(asked.game, asked.save()).digest() == asked.digest()


# ---------------------------------------------------------------- random numbers
# ---------------------------------------------------------------- views
def test_a_view_shows_what_the_zones_show():
    match = start(
        """
        as players[1]:
          move ace to me.hand
          move bit to me.table
          flip bit
          set bit.pal to cog
          move first(p in pawns where p.owner == me) to inn.guests
          gain 2 gems[blue]
          gain 1 secret
        move orb to vault
        move [cog, eel] to deck.cards
        as players[2]: choose n from 1 to 2
        """,
    )
    mine, other, nobody = match.view(0), match.view(1), match.view(None)
    assert mine["players"]["Player1"]["zones"]["hand"] == ["ace"]
    assert other["players"]["Player1"]["zones"]["hand"] == {"count": 1}
    assert nobody["players"]["Player1"]["zones"]["hand"] == {"count": 1}
    assert mine["players"]["Player1"]["counters"]["secret"] == 1
    assert "secret" not in other["players"]["Player1"]["counters"]
    assert other["players"]["Player1"]["counters"]["gems"] == {"red": 0, "green": 0, "blue": 2}
    assert other["zones"]["deck.cards"] == {"count": 2, "top": "cog"}
    assert "vault" not in mine["zones"]
    assert other["component_zones"]["inn"]["guests"] == ["pawn-1"]
    assert other["components"]["bit"] == {
        "face": "back", "owner": "Player1", "marked": False, "level": 0, "chosen": None, "pal": "cog",
    }  # fmt: skip
    assert "ace" in mine["components"]
    assert "ace" not in other["components"]
    assert (mine["round"], mine["turn_order"], mine["game"]["lead"]) == (1, ["Player1", "Player2"], None)
    json.dumps(mine)


def test_formulas_can_be_asked_of_a_match():
    match = run("as players[2]: gain 3 points")
    key = match.game.rank_by[0]
    assert [match.evaluate(key, {"player": player}) for player in (0, 1)] == [0, 3]


# ---------------------------------------------------------------- the journal
def test_every_event_is_plain_data_with_names_its_rule_and_its_place():
    match = rich()
    playout(match, 3)
    told = [as_json(event, match) for event in match.journal]
    json.dumps(told)
    assert all(next(iter(entry)) == "event" and list(entry)[-2:] == ["rule", "place"] for entry in told)
    kinds = {entry["event"] for entry in told}
    assert {"set-up-began", "round-began", "phase-began", "decided", "moved", "shuffled", "finished"} <= kinds
    gains = [entry for entry in told if entry["event"] == "counter-changed"]
    assert {entry["rule"] for entry in gains} == {"action earn"}
    assert {entry["index"] for entry in gains} <= {"red", "green", "blue"}
    assert {entry["player"] for entry in gains} <= {"Player1", "Player2"}
    moved = next(entry for entry in told if entry["event"] == "moved" and entry["rule"] == "phase play")
    assert moved["from_zone"] == "deck.cards"
    assert moved["to_zone"].endswith(".hand")
    assert moved["place"].startswith("rules/tiny/game.yaml:")
    assert told[-1]["scores"] == {"Player1": 0, "Player2": 0}
    assert told[-1]["winners"] == ["Player1", "Player2"]


def test_states_and_random_numbers_are_told_by_name():
    match = run(
        """
        as players[1]:
          set game.lead to me
          set game.tint to blue
          move ace to me.table
          set ace.marked to yes
          set ace.pal to bit
          let n = random(1, 6)
          let c = random_of(colours)
          set turn_order to [players[2], players[1]]
        """
    )
    told = [as_json(event, match) for event in match.journal]
    states = {
        (e["component"], e["name"]): (e["before"], e["after"]) for e in told if e["event"] == "state-set"
    }
    assert states == {
        (None, "lead"): (None, "Player1"),
        (None, "tint"): (None, "blue"),
        ("ace", "marked"): (False, True),
        ("ace", "pal"): (None, "bit"),
    }
    drawn = {e["name"]: e["value"] for e in told if e["event"] == "random-drawn"}
    assert 1 <= drawn["n"] <= 6
    assert drawn["c"] in ("red", "green", "blue")
    order = next(e for e in told if e["event"] == "turn-order-set")
    assert order["after"] == ["Player2", "Player1"]


def test_without_a_journal_the_game_is_the_same():
    noted = rich(seed=4)
    silent = Match(noted.game, 2, seed=4, journal=False)
    assert playout(noted, 9) == playout(silent, 9)
    assert silent.journal == ()
    assert noted.digest() == silent.digest()


# ---------------------------------------------------------------- stated positions
def begun(edit, do: str = "as players[1]:\n  choose n from 1 to 2", **parts: object) -> Match:
    rounds = parts.pop("rounds", 3)
    begin = Begin(parts.pop("round", 2), parts.pop("phase", "rest"), edit)
    return Match(game(do, rounds=rounds, **parts), 2, begin=begin)


def test_a_stated_position_starts_at_the_head_of_its_phase():
    match = begun(lambda position: None)
    assert (match.round, match.phase) == (3, "play")  # the phase `rest` of round 2 asks nothing
    assert [event.round for event in events(match, RoundBegan)] == [2, 3]


def test_a_stated_position_replaces_counters_zones_and_states():
    def edit(position):
        layout, by_id = position.layout, position.layout.by_id
        hand = layout.zone_number("player", "table", 1)
        position.set_counter("gold", 1, 0, 3)
        position.set_counter("gems", 0, 2, 4)
        position.set_zone(hand, [by_id["cog"], by_id["bit"]])
        position.set_face(by_id["bit"], 1)
        position.set_state(by_id["bit"], "pal", by_id["ace"])
        position.set_top(layout.zone_number("game", "deck.cards"), [by_id["eel"]])
        position.set_game_state("lead", 1)
        position.set_turn_order([1, 0])
        position.set_zone(layout.zone_number("game", "vault"), [by_id["orb"]])
        position.set_owner(by_id["orb"], 1)

    setup = "as players[2]: move [ace, bit] to me.table\nmove [cog, eel] to deck.cards"
    match = begun(edit, setup=setup)
    assert zone(match, "Player2.table") == ["cog", "bit"]
    assert zone(match, "pile.cards") == ["ace"]
    assert zone(match, "deck.cards") == ["eel"]
    assert (face(match, "bit"), state_of(match, "bit", "pal")) == (1, match.layout.by_id["ace"])
    assert [owner(match, id_) for id_ in ("ace", "bit", "cog", "eel", "orb")] == [-1, 1, 1, -1, 1]
    assert (counter(match, "gold", 1), counter(match, "gems", 0, 2)) == (3, 4)
    assert match.state.z[0] == [1, 0]
    saved = json.loads(json.dumps(match.save()))
    assert Match.resume(match.game, saved).digest() == match.digest()
    assert {
        as_json(event, match)["rule"] for event in match.journal if as_json(event, match).get("by") == "given"
    } == {"given"}


def ids(position, *names: str) -> list[int]:
    return [position.layout.by_id[name] for name in names]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda p: p.set_counter("gold", 0, 0, -1), "gold cannot be -1"),
        (
            lambda p: p.set_zone(
                p.layout.zone_number("game", "row.cards"), ids(p, "ace", "bit", "cog", "eel")
            ),
            "has room for 3, not for 4",
        ),
        (lambda p: p.set_zone(p.layout.zone_number("game", "vault"), ids(p, "ace")), "vault cannot hold ace"),
        (
            lambda p: p.set_zone(p.layout.zone_number("game", "pile.cards"), ids(p, "ace", "ace")),
            "named twice",
        ),
        (lambda p: p.set_face(p.layout.by_id["eel"], 1), "eel has one side only"),
        (lambda p: p.set_face(p.layout.by_id["ace"], 1), "ace lies with its front up"),
        (lambda p: p.set_state(p.layout.by_id["ace"], "level", 1), "carries no state where it lies"),
        (lambda p: p.set_state(p.layout.by_id["orb"], "nothing", 1), "the kind relic has no state nothing"),
        (lambda p: p.set_owner(p.layout.by_id["pawn-1"], 1), "the owner of pawn-1 follows"),
        (lambda p: p.set_turn_order([0, 0]), "cannot name a player twice"),
    ],
)
def test_what_a_game_cannot_have_cannot_be_stated(edit, message):
    with pytest.raises(errors.BadPosition, match=message):
        begun(edit)


def test_the_stated_round_and_phase_must_exist():
    with pytest.raises(errors.BadPosition, match="there is no round 9; the rounds run from 1 to 3"):
        begun(lambda p: None, round=9)
    with pytest.raises(errors.BadPosition, match="round 2 has no phase lunch; its phases: play, rest"):
        begun(lambda p: None, phase="lunch")


def test_a_position_is_stated_after_a_set_up_that_asks():
    match = begun(
        lambda p: p.set_counter("points", 0, 0, 5),
        setup="as players[1]:\n  choose n from 1 to 2\n  gain n points",
    )
    with pytest.raises(errors.BadSave, match="not reached yet"):
        match.save()
    play(match, "2")
    assert (counter(match, "points"), match.round) == (5, 3)
    assert Match.resume(match.game, match.save()).digest() == match.digest()
