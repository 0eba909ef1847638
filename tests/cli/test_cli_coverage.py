"""The command coverage."""

from __future__ import annotations

import json
import shutil

import pytest
from command_line import GOOD, HEAD, ROOT, run

RULES = (ROOT / "rules/tea-house/game.yaml").read_text(encoding="utf-8").splitlines()
BUY = 1 + next(number for number, line in enumerate(RULES) if line.startswith("  buy("))


@pytest.fixture
def script(tmp_path):
    """A function that keeps a playthrough and returns its path."""

    def keep(text, name="one.yaml"):
        path = tmp_path / name
        path.write_text(HEAD + text, encoding="utf-8")
        return path

    return keep


def states(*words):
    result = run("coverage", "tea-house", *words, "--format", "json")
    assert result.exit_code == 0, result.stderr
    return {(part["rule"], part["what"]): part["state"] for part in json.loads(result.stdout)}


def test_what_never_ran_is_said(script):
    met = states(script("given: {phase: feast}\nmoves: [expect: 1 > 0]\n"))
    assert met["set-up", "rule"] == "ran"
    assert met["phase feast", "rule"] == "ran"
    assert met["phase serve", "rule"] == "never"
    assert met["phase serve", "as each"] == "never"
    assert met["phase invite", "branch a stove"] == "never"
    assert met["action buy", "rule"] == "never"
    assert met["card uncle front gift", "effect"] == "never"
    assert met["card aunt front ability 1", "ability"] == "never"


def test_abilities_run_offered_and_automatic(script):
    given = "given: {phase: serve, Anna: {table: [aunt]}, Matt: {table: [aunt back]}}\n"
    declined = states(
        script(given + "moves:\n  - Anna: done\n  - bots: random until phase feast\nstop: yes\n")
    )
    assert declined["card aunt front ability 1", "ability"] == "declined"
    assert declined["card aunt back ability 1", "ability"] == "ran"
    used = states(script(given + "moves:\n  - Anna: aunt\nstop: yes\n"))
    assert used["card aunt front ability 1", "ability"] == "ran"


def test_branches_chosen_and_refused(script):
    given = "given: {row.guests: [uncle, cousin]}\n"
    text = (
        "moves:\n  - Anna: [uncle, gain-1-fame]\n  - Matt: [cousin, gain-1-fame]\n  - Anna: pass\nstop: yes\n"
    )
    met = states(script(given + text))
    assert met["phase invite", "branch gain 1 fame"] == "ran"
    assert met["phase invite", "branch a stove"] == "declined"
    assert met["phase serve", "may Buy tea"] == "declined"
    assert met["action buy", "rule"] == "never"


def test_windows_values_and_their_changes(tmp_path):
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, tmp_path / part)
    path = tmp_path / "cards/tea-house/guests.yaml"
    text = path.read_text(encoding="utf-8")
    changes = (
        "      changes:\n        - {value: price(guest), for: all, if: guest.tip == 2, add: 1}\n    back:\n"
        "      name: Beloved Aunt\n"
    )
    assert text.count("    back:\n      name: Beloved Aunt\n") == 1
    path.write_text(text.replace("    back:\n      name: Beloved Aunt\n", changes), encoding="utf-8")
    script = tmp_path / "tests" / "one.yaml"
    script.parent.mkdir()

    def reached(text):
        script.write_text(HEAD + text, encoding="utf-8")
        result = run("coverage", "tea-house", script.parent, "--format", "json", root=tmp_path)
        assert result.exit_code == 0, result.output
        met = {(part["rule"], part["what"]): part["state"] for part in json.loads(result.stdout)}
        wanted = (
            ("window serving", "rule"),
            ("value price", "rule"),
            ("card aunt front change of price", "change"),
        )
        return [met[part] for part in wanted]

    assert reached("given: {phase: feast}\nmoves: [expect: 1 > 0]\n") == ["never", "never", "never"]
    assert reached("given: {phase: serve}\nmoves: [expect: 1 > 0]\nstop: yes\n") == [
        "ran",
        "never",
        "never",
    ]
    dear = "given: {row.guests: [uncle, cousin, singer], Anna: {table: [aunt]}}\nmoves: [expect: 1 > 0]\nstop: yes\n"
    assert reached(dear) == ["never", "ran", "never"]
    assert reached(dear.replace("uncle", "neighbour")) == ["never", "ran", "ran"]


def test_what_is_demanded_and_not_reached_fails(script):
    path = script("given: {phase: serve, Anna: {table: [aunt]}}\nmoves: [expect: 1 > 0]\nstop: yes\n")
    result = run("coverage", "tea-house", path, "--demand", "abilities")
    assert result.exit_code == 1
    assert result.stderr == (
        "never reached, though demanded: card aunt back ability 1, card uncle front gift, card uncle back gift\n"
    )
    assert "branch a stove" in run("coverage", "tea-house", path, "--demand", "all").stderr
    script(
        "given: {phase: feast, Anna: {table: [uncle]}, Matt: {table: [aunt back]}}\nmoves: [expect: 1 > 0]\n",
        "two.yaml",
    )
    script("given: {phase: feast, Anna: {table: [uncle back]}}\nmoves: [expect: 1 > 0]\n", "three.yaml")
    script(
        "given: {phase: serve, Anna: {table: [aunt back]}}\nmoves: [expect: 1 > 0]\nstop: yes\n",
        "four.yaml",
    )
    path = path.parent
    assert run("coverage", "tea-house", path, "--demand", "abilities").exit_code == 0


def test_several_scripts_count_together(script):
    one = script("given: {phase: feast, Anna: {table: [uncle]}}\nmoves: [expect: 1 > 0]\n")
    two = script("given: {phase: serve}\nmoves:\n  - Anna: [yes, green, 1]\nstop: yes\n", "two.yaml")
    met = states(one, two)
    assert met["card uncle front gift", "effect"] == "ran"
    assert met["action buy", "rule"] == "ran"
    assert states(one.parent) == met


def test_the_table_and_the_page(script, tmp_path):
    page = tmp_path / "reached.html"
    result = run("coverage", "tea-house", script(GOOD.removeprefix(HEAD)), "--html", page)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == "1 playthrough played"
    assert "abilities: 2, 0 ran, 2 never reached" in lines
    line = next(line for line in lines if "action buy" in line)
    assert line.split() == ["never", "action", "buy", "rule", f"rules/tea-house/game.yaml:{BUY}"]
    text = page.read_text(encoding="utf-8")
    assert text.count("<h2>") == 2
    assert '<span class="never" title="never reached"><span class="number">25</span>' in text
    assert '<span class="ran" title="ran">' in text
    assert "&quot;Invite&quot;" in text


def test_a_script_that_fails_and_one_that_is_not_there(script, tmp_path):
    result = run("coverage", "tea-house", script("moves:\n  - expect: Anna.coins == 4\nstop: yes\n"))
    assert result.exit_code == 1
    assert "RW509" in result.stderr
    assert run("coverage", "tea-house", tmp_path / "none.yaml").exit_code == 2
    assert run("coverage", "tea-house").exit_code == 2


def test_playthroughs_with_packs_count_for_the_games_own_cards(script, tmp_path):
    guests = tmp_path / "extra/cards/tea-house/guests.yaml"
    guests.parent.mkdir(parents=True)
    guests.write_text("kind: guest\ncards:\n  lodger: {tip: 1, gift: gain 1 fame, front: {}, back: {}}\n")
    script("packs: [extra]\ngiven: {phase: serve, Anna: {table: [aunt]}}\nmoves: [bots: random]\n")
    script(
        "packs: [extra]\ngiven: {phase: feast, Anna: {table: [uncle]}}\nmoves: [expect: 1 > 0]\n",
        "two.yaml",
    )
    last = script(
        "given: {phase: feast, Anna: {table: [uncle back, aunt back]}}\nmoves: [expect: 1 > 0]\n",
        "three.yaml",
    )
    words = ("coverage", "tea-house", tmp_path, "--demand", "abilities")
    told = run(*words)
    assert told.stdout.splitlines()[-1] == "3 playthroughs played"
    assert told.stderr == "never reached, though demanded: card aunt back ability 1\n"
    # What the pack brings is demanded with the pack.
    assert "card lodger front gift" in run(*words, "--pack", tmp_path / "extra").stderr
    last.unlink()
    # A card that takes the place of another does nothing for that one.
    guests.write_text(guests.read_text().replace("lodger: {", "lodger: {replaces: aunt, "))
    script("packs: [extra]\ngiven: {phase: feast, Anna: {table: [lodger]}}\nmoves: [expect: 1 > 0]\n")
    assert "card aunt front ability 1" in run(*words).stderr
    assert "card uncle front gift" not in run(*words).stderr


def test_one_file_or_folder_alone_is_told_of(script, tmp_path):
    pack = tmp_path / "extra"
    guests = pack / "cards/tea-house/guests.yaml"
    guests.parent.mkdir(parents=True)
    guests.write_text("kind: guest\ncards:\n  lodger: {tip: 1, gift: gain 1 fame, front: {}, back: {}}\n")
    one = script("moves: [expect: 1 > 0]\nstop: yes\n")
    words = ("coverage", "tea-house", one, "--pack", pack)
    assert "card aunt front ability 1" in run(*words).stdout
    for only in (pack, guests):
        told = run(*words, "--only", only, "--demand", "abilities")
        assert told.exit_code == 1
        rules = [line.split("  ")[1] for line in told.stdout.splitlines() if line.startswith("never ")]
        assert rules == ["card lodger front gift", "card lodger back gift"]
        assert "card aunt" not in told.stderr
        # The pack need not be named twice.
        unnamed = run(*words[:3], "--only", only, "--demand", "abilities")
        assert (unnamed.exit_code, unnamed.stdout, unnamed.stderr) == (1, told.stdout, told.stderr)
    lost = run(*words, "--only", tmp_path / "nowhere")
    assert (lost.exit_code, "nothing that tea-house can do stands in" in lost.stderr) == (2, True)
