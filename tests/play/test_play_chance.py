"""What a playthrough states of chance comes, at the moment at which it happens, or is found not to be possible."""

from __future__ import annotations

from pathlib import Path

import pytest
from tea_house import HEAD, checked, only, played, told

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.record import recording
from rulewright.interpreter.play.runner import Outcome, run_case
from rulewright.interpreter.play.script import read_script
from rulewright.interpreter.state.decision import NOBODY_DECIDES
from rulewright.interpreter.study.coverage import Recorder

SHIPPED = Games(Path(__file__).parents[2])
PIG = "game: pig\nplayers: [Anna, Matt]\nmoves:\n"
KUHN = "game: kuhn-poker\nplayers: [Anna, Matt]\n"


def run(folder: Path, text: str, games: Games = SHIPPED) -> Outcome | Findings:
    """Play a text; its findings where it cannot be played."""
    path = folder / "script.yaml"
    path.write_text(text, encoding="utf-8")
    findings = Findings()
    script = read_script(path, "script.yaml", findings)
    ready = check_script(script, games, findings) if script is not None else []
    return run_case(ready[0]) if ready and not findings else findings


def found(folder: Path, text: str) -> tuple[str, int, str, str | None]:
    outcome = run(folder, text)
    return only(outcome if isinstance(outcome, Findings) else outcome.findings)


def ended(folder: Path, text: str) -> Outcome:
    outcome = run(folder, text)
    assert isinstance(outcome, Outcome), told(outcome)
    assert outcome.passed, told(outcome.findings)
    return outcome


# ---------------------------------------------------------------- it comes
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("cards", "winner"), [("[king, queen]", "Anna"), ("[jack, queen]", "Matt")])
def test_a_deal_is_stated(tmp_path, seed, cards, winner):
    ended(
        tmp_path,
        f"{KUHN}seed: {seed}\nmoves:\n  - chance: {{deck: {cards}}}\n  - Anna: check\n  - Matt: check\n"
        f"  - expect: winners == [{winner}]\n",
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_die_is_stated_behind_the_choice_that_rolls_it(tmp_path, seed):
    ended(
        tmp_path,
        f"game: pig\nplayers: [Anna, Matt]\nseed: {seed}\nmoves:\n"
        "  - Anna: roll\n  - chance: {die: 6}\n  - Anna: roll\n  - chance: {die: 5}\n  - asked: Anna\n"
        "  - Anna: roll\n  - chance: {die: 1}\n  - asked: Matt\nstop: yes\n",
    )


def test_what_is_not_stated_is_as_the_seed_gives_it(tmp_path):
    plain = ended(tmp_path, f"{KUHN}seed: 3\nmoves:\n  - Anna: check\n  - Matt: check\n").match
    whole = ended(tmp_path, f"{KUHN}seed: 3\nmoves:\n  - note: x\n  - Anna: check\n  - Matt: check\n").match
    assert plain is not None
    assert whole is not None
    first = plain.view(0)["players"]["Player1" if "Player1" in plain.view(0)["players"] else "Anna"]["zones"][
        "hand"
    ]
    again = ended(
        tmp_path,
        f"{KUHN}seed: 3\nmoves:\n  - chance: {{deck: {first[0]}}}\n  - Anna: check\n  - Matt: check\n",
    ).match
    assert again is not None
    assert again.state.z[:-2] == plain.state.z
    assert again.scores() == plain.scores()


def test_what_is_stated_of_a_deck_waits_until_it_is_drawn(tmp_path):
    """Leduc: the third card is turned up after a round of betting."""
    ended(
        tmp_path,
        "game: leduc-poker\nplayers: [Anna, Matt]\nmoves:\n"
        "  - chance: {deck: [king-of-hearts, queen-of-hearts, queen-of-spades]}\n"
        "  - Anna: check\n  - Matt: check\n  - Anna: check\n  - Matt: check\n  - expect: winners == [Matt]\n",
    )


def test_copies_may_be_stated_by_card_and_by_number(tmp_path):
    for aunt in ("aunt", "aunt-1", "aunt-2"):
        outcome = played(tmp_path, f"moves:\n  - chance: {{deck.guests: [{aunt}, uncle, aunt]}}\nstop: yes")
        assert outcome.passed, told(outcome.findings)
        assert outcome.match is not None
        assert [id_.partition("-")[0] for id_ in outcome.match.view(0)["zones"]["row.guests"]] == [
            "aunt",
            "uncle",
            "aunt",
        ]


def test_a_word_that_may_mean_several_cards_is_found(tmp_path):
    text = "game: leduc-poker\nplayers: [Anna, Matt]\nmoves:\n  - chance: {deck: king}\nstop: yes\n"
    code, _, said, _ = found(tmp_path, text)
    assert code == "RW521"
    assert said.startswith("'king' may mean king-of-")


def test_the_last_card_of_a_deck_may_be_stated_though_it_is_sure(tmp_path):
    outcome = played(tmp_path, "moves:\n  - chance: {deck.guests: [uncle, aunt, aunt]}\nstop: yes")
    assert outcome.passed, told(outcome.findings)


def test_then_looks_behind_the_chance_that_was_stated(tmp_path):
    ended(
        tmp_path,
        f"{PIG}  - Anna: roll\n  - chance: {{die: 4}}\n  - then: round == 1\nstop: yes\n",
    )


def test_bots_play_on_with_what_the_seed_gives(tmp_path):
    for kind in ("random", "greedy"):
        outcome = ended(
            tmp_path,
            f"{KUHN}seed: 2\nmoves:\n  - chance: {{deck: [king, jack]}}\n  - bots: {kind} until the end\n",
        )
        assert outcome.match is not None
        assert outcome.match.over


def test_the_reference_machine_and_coverage_play_the_same(tmp_path):
    path = tmp_path / "script.yaml"
    path.write_text(f"{KUHN}moves:\n  - chance: {{deck: [king, queen]}}\n  - Anna: bet\n  - Matt: call\n")
    findings = Findings()
    script = read_script(path, "script.yaml", findings)
    assert script is not None
    (ready,) = check_script(script, SHIPPED, findings)
    fast, slow = run_case(ready), run_case(ready, reference=True)
    assert fast.transcript == slow.transcript
    recorder = Recorder()
    assert run_case(ready, observers=[recorder]).passed


# ---------------------------------------------------------------- it is written down
def test_a_recording_says_what_chance_gave_where_it_was_not_the_seed(tmp_path):
    outcome = ended(
        tmp_path,
        f"{KUHN}seed: 1\nmoves:\n  - chance: {{deck: [jack, king]}}\n  - Anna: check\n  - Matt: bet\n  - Anna: fold\n",
    )
    assert outcome.match is not None
    text = recording(outcome.match)
    assert "- chance: {deck: [jack, king]}" in text
    again = ended(tmp_path, text)
    assert again.match is not None
    assert again.match.digest() == outcome.match.digest()
    assert recording(again.match) == text


def test_a_recording_says_it_at_the_moment_at_which_it_came(tmp_path):
    outcome = ended(
        tmp_path,
        "game: pig\nplayers: [Anna, Matt]\nseed: 1\nmoves:\n  - Anna: roll\n  - chance: {die: 6}\n  - Anna: roll\n"
        "  - chance: {die: 1}\nstop: yes\n",
    )
    assert outcome.match is not None
    rows = [row.strip() for row in recording(outcome.match).splitlines() if row.strip().startswith("- ")]
    assert [row for row in rows if "chance" in row] in (
        ["- chance: {die: 6}", "- chance: {die: 1}"], ["- chance: {die: 1}"], ["- chance: {die: 6}"],
    )  # fmt: skip
    again = ended(tmp_path, recording(outcome.match))
    assert again.match is not None
    assert again.match.digest() == outcome.match.digest()


def test_a_match_goes_on_by_its_seed_behind_the_script(tmp_path):
    outcome = ended(
        tmp_path,
        "game: pig\nplayers: [Anna, Matt]\nmoves:\n  - Anna: roll\n  - chance: {die: 6}\nstop: yes\n",
    )
    match = outcome.match
    assert match is not None
    for _ in range(5):
        match.apply(0)
        assert match.over or match.turn != NOBODY_DECIDES


# ---------------------------------------------------------------- it cannot be
@pytest.mark.parametrize(
    ("step", "message", "suggestion"),
    [
        ("{deck: [ace]}", "'ace' is nothing that chance can give for deck", None),
        ("{deck: [kong]}", "'kong' is nothing that chance can give for deck", "king"),
        ("{dekc: [king]}", "chance has no name 'dekc' here; there are deck", "deck"),
        ("{deck: [king, king]}", "chance cannot give 'king' for deck here; it can give queen, jack", None),
    ],
)
def test_what_cannot_come_is_found_at_its_word(tmp_path, step, message, suggestion):
    code, line, said, near = found(tmp_path, f"{KUHN}moves:\n  - chance: {step}\nstop: yes\n")
    assert (code, line) == ("RW521", 4)
    assert said.split("; it can give ")[0] == message.split("; it can give ")[0]
    assert near == suggestion


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("7", "chance cannot give '7' for die here; it can give 1, 2, 3, 4, 5, 6"),
        ("six", "die is a number, not 'six'"),
    ],
)
def test_a_number_outside_its_range_is_found(tmp_path, value, message):
    text = (
        f"game: pig\nplayers: [Anna, Matt]\nmoves:\n  - Anna: roll\n  - chance: {{die: {value}}}\nstop: yes\n"
    )
    assert found(tmp_path, text)[:3] == ("RW521", 5, message)


def test_what_does_not_come_is_found(tmp_path):
    text = f"{PIG}  - Anna: roll\n  - chance: {{die: [6, 5]}}\n  - asked: Anna\nstop: yes\n"
    assert found(tmp_path, text)[:3] == ("RW521", 5, "chance is not asked for die here, so '5' cannot come")


def test_what_never_comes_from_a_deck_is_found_at_the_end(tmp_path):
    text = (
        "game: leduc-poker\nplayers: [Anna, Matt]\nmoves:\n  - chance: {deck: [king-of-h, queen-of-h, jack-of-h]}\n"
        "  - bots: random for 1 decision\nstop: yes\n"
    )
    code, line, said, _ = found(tmp_path, text)
    assert (code, line) == ("RW521", 4)
    assert "'jack-of-h' cannot come" in said


def test_chance_stands_behind_the_choice_that_leads_to_it(tmp_path):
    text = f"{PIG}  - Anna: roll\n  - asked: Anna\n  - chance: {{die: 5}}\nstop: yes\n"
    code, line, said, _ = found(tmp_path, text)
    assert (code, line) == ("RW521", 6)
    assert said.startswith("`chance` stands at the beginning")


def test_a_game_without_chance_has_nothing_to_state(tmp_path):
    text = "game: tic-tac-toe\nplayers: [Anna, Matt]\nmoves:\n  - chance: {die: 5}\nstop: yes\n"
    assert "nothing in this game depends on it" in found(tmp_path, text)[2]


@pytest.mark.parametrize("step", ["5", "[deck]", "{}"])
def test_its_form_is_a_name_with_values(tmp_path, step):
    assert found(tmp_path, f"{KUHN}moves:\n  - chance: {step}\nstop: yes\n")[0].startswith("RW10")


def test_nobody_is_called_chance(tmp_path):
    _, findings = checked(tmp_path, HEAD.replace("Anna", "chance") + "moves: []\nstop: yes\n")
    assert [code for code, *_ in told(findings)] == ["RW210"]
