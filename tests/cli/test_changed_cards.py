"""Cards that have changed since a game was recorded, or since its transcript was kept, are named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from command_line import HEAD, ROOT, run
from small_game import check_files

from rulewright import load_game

SCRIPT = HEAD + (
    "seed: 7\n"
    "given: {row.guests: [aunt-1, cousin, uncle], Matt: {coins: 1}}\n"
    "moves:\n"
    "  - Anna: [aunt, a-stove, new-stove, cup-1]\n"
    "stop: yes\n"
)
SINCE = "cards changed since the snapshot: aunt (cards/tea-house/guests.yaml:6)\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A designer's folder with the tea house and one playthrough in which somebody invites the aunt."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "lines.yaml").write_text(SCRIPT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def change(folder: Path, before: str, after: str) -> None:
    path = folder / "cards/tea-house/guests.yaml"
    text = path.read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))


def said(*words: object) -> str:
    result = run(*words, root=None)
    assert "Traceback" not in result.output
    return result.stdout


# ---------------------------------------------------------------- digests
def digest_of(card: str) -> str:
    game, _ = check_files({"cards/small/more.yaml": f"kind: helper\ncards:\n  cook:\n{card}"})
    (cook,) = (card for card in game.cards if card.id == "cook")
    return cook.digest


COOK = "    wage: 1\n    front:\n      abilities:\n        - {when: rest, do: gain 3 coins}\n    back: {}\n"


@pytest.mark.parametrize(
    "same",
    [
        COOK + "    about: A good cook.\n    origin: {wage: public}\n",
        "    back: {}\n" + COOK.replace("    back: {}\n", ""),
        COOK.replace("do: gain 3 coins", "do: 'gain 3 coins'"),
        COOK.replace("wage: 1", "wage:   1  # a remark"),
        COOK.replace(
            "{when: rest, do: gain 3 coins}",
            "when: rest\n          do: |\n            # why\n            gain 3 coins  # so",
        ),
        COOK.replace("front:\n", "front:\n      printed: You may take 3 coins.\n"),
    ],
)
def test_what_changes_nothing_in_play_changes_no_digest(same):
    assert digest_of(same) == digest_of(COOK)


@pytest.mark.parametrize(
    "other",
    [
        COOK.replace("3", "4"),
        COOK.replace("wage: 1", "wage: 2"),
        COOK + "    copies: 2\n",
        COOK.replace("    front:\n", "    front:\n      name: Chef\n"),
        COOK.replace("when: rest", "automatic: yes, when: rest"),
    ],
)
def test_what_changes_the_card_changes_its_digest(other):
    assert digest_of(other) != digest_of(COOK)


def test_digests_are_letters_and_do_not_depend_on_other_cards():
    before = {card.id: card.digest for card in load_game("tea-house", ROOT).cards}
    assert all(digest == "" or (len(digest) == 8 and digest.isalpha()) for digest in before.values())
    assert before["cup"] == ""
    assert len({before[id_] for id_ in ("aunt", "uncle", "cousin", "neighbour", "singer")}) == 5
    game, _ = check_files({"cards/small/more.yaml": "kind: stone\ncards:\n  opal: {suit: sun, weight: 1}\n"})
    alone, _ = check_files({})
    assert {card.id: card.digest for card in alone.cards}.items() <= {
        c.id: c.digest for c in game.cards
    }.items()


# ---------------------------------------------------------------- snapshots
def test_a_changed_transcript_begins_with_the_cards_that_have_changed(folder):
    assert "__snapshots__/.cards.txt\n" in said("test", "--update")
    kept = (folder / "__snapshots__/.cards.txt").read_text()
    assert "\ntea-house aunt " in kept
    assert "\ntea-house uncle unused\n" in kept
    assert "\ntea-house rules/tea-house/game.yaml " in kept
    assert said("test").endswith("1 case: 1 passed, 0 failed\n")
    change(folder, "    tip: 1\n    taste: green", "    tip: 2\n    taste: green")
    change(folder, "gift: gain 1 fame", "gift: gain 2 fame")
    told = said("test")
    assert told.startswith(f"FAILED  lines.yaml\n{SINCE}lines.yaml:"), told
    assert "RW516" in told
    assert (folder / "__snapshots__/.cards.txt").read_text() == kept
    assert "__snapshots__/.cards.txt\n" in said("test", "--update")
    assert "cards changed" not in said("test")


def test_so_does_a_failed_expectation_but_no_change_fails_by_itself(folder):
    said("test", "--update")
    change(folder, "            gain 1 tea[green]\n", "            gain 2 tea[green]\n")
    assert said("test").endswith("1 case: 1 passed, 0 failed\n")
    (folder / "lines.yaml").write_text(SCRIPT.replace("stop: yes", "  - expect: round == 9\nstop: yes"))
    told = said("test")
    assert told.startswith(f"FAILED  lines.yaml\n{SINCE}lines.yaml:7:")
    assert "RW509" in told


def test_a_spoilt_file_of_digests_says_nothing_and_is_written_anew(folder):
    said("test", "--update")
    file = folder / "__snapshots__/.cards.txt"
    whole = file.read_text()
    for spoilt in (b"\xff\xfe\x00", b"tea-house aunt\n<<<<<<<\n", b""):
        file.write_bytes(spoilt)
        change(folder, "tip: 1\n    taste: green", "tip: 3\n    taste: green")
        assert "cards changed" not in said("test")
        change(folder, "tip: 3\n    taste: green", "tip: 1\n    taste: green")
        said("test", "--update")
        assert file.read_text() == whole


def test_cards_that_are_gone_are_kept_no_longer(folder):
    said("test", "--update")
    file = folder / "__snapshots__/.cards.txt"
    whole = file.read_text()
    file.write_text(whole + "tea-house nobody abcdefgh\nother-game somebody abcdefgh\n")
    said("test", "--update")
    assert (
        file.read_text().split()
        == (whole + "").replace("tea-house", "other-game somebody abcdefgh\ntea-house", 1).split()
    )


def test_an_update_of_one_playthrough_renews_what_it_used_and_nothing_for_those_beside_it(folder):
    (folder / "more.yaml").write_text(SCRIPT)
    said("test", "--update")
    file = folder / "__snapshots__/.cards.txt"
    first = file.read_text()
    change(folder, "    tip: 1\n    taste: green", "    tip: 2\n    taste: green")
    change(folder, "gift: gain 1 fame", "gift: gain 2 fame")
    assert said("test", "lines.yaml", "--update").endswith("/.cards.txt\n1 case: 1 passed, 0 failed\n")
    (own,) = set(file.read_text().splitlines()) - set(first.splitlines())
    assert own.startswith("tea-house aunt ")
    assert own.endswith(" lines.yaml")
    assert set(first.splitlines()) < set(file.read_text().splitlines())
    told = said("test")
    assert told.startswith(f"ok      lines.yaml\nFAILED  more.yaml\n{SINCE}more.yaml:"), told
    again = file.read_text()
    assert ".cards.txt" not in said("test", "lines.yaml", "--update")
    change(folder, "    tip: 2\n    taste: green", "    tip: 0\n    taste: green")
    told = said("test")
    assert told.count(SINCE) == 2
    assert file.read_text() == again
    said("test", "--update")
    assert [line.split()[3:] for line in file.read_text().splitlines()[1:]] == [[]] * (first.count("\n") - 1)
    assert file.read_text() != first
    assert said("test").endswith("2 cases: 2 passed, 0 failed\n")


# ---------------------------------------------------------------- recordings
def test_a_recording_knows_its_cards_and_says_which_have_changed(folder):
    said("play", "lines.yaml", "--record", "kept.yaml", "--root", ".")
    content = yaml.safe_load((folder / "kept.yaml").read_text())["content"]
    assert "aunt" in content
    assert "uncle" in content["unused cards"].split()
    assert len(content["rules/tea-house/game.yaml"]) == 8
    first = run("play", "kept.yaml", root=folder)
    assert (first.exit_code, first.stderr) == (0, "")
    change(folder, "            gain 1 tea[green]\n", "            gain 2 tea[green]\n")
    again = run("play", "kept.yaml", root=folder)
    since = "cards changed since this game was recorded: aunt (cards/tea-house/guests.yaml:6)\n"
    assert (again.exit_code, again.stdout, again.stderr) == (0, first.stdout, since)
    text = (folder / "kept.yaml").read_text()
    (folder / "kept.yaml").write_text(
        text.replace("stop:", "  - Matt: nowhere\nstop:").replace("aunt:", "ant: a, aunt:")
    )
    failed = run("play", "kept.yaml", root=folder)
    assert failed.exit_code == 1
    assert failed.stderr.startswith(since[:-1] + ", ant (gone)\nkept.yaml:")
    assert said("test", "kept.yaml").startswith(f"FAILED  kept.yaml\n{since[:-1]}, ant (gone)\n")


# ---------------------------------------------------------------- rules, and what came or went
LODGER = "  lodger:\n    tip: 1\n    taste: green\n    front: {}\n    back: {}\n"


def spoil(folder: Path, which: str) -> str:
    """Change something of the game; return what must be told of it."""
    rules, cards = folder / "rules/tea-house/game.yaml", folder / "cards/tea-house/guests.yaml"
    if which == "a start":
        rules.write_text(rules.read_text().replace("coins: {start: 3,", "coins: {start: 4,"))
        return "rules changed since {}: rules/tea-house/game.yaml\n"
    if which == "an order":
        text = rules.read_text()
        assert "by: [player.fame, player.coins]" in text
        rules.write_text(text.replace("by: [player.fame, player.coins]", "by: [player.coins, player.fame]"))
        return "rules changed since {}: rules/tea-house/game.yaml\n"
    if which == "a remark":
        rules.write_text("# More.\n" + rules.read_text().replace("title: Coins", 'title: "Coins"'))
        return ""
    if which == "a file more":
        (folder / "rules/tea-house/more.yaml").write_text("tables: {more: {1: 2}}\n")
        return "rules changed since {}: rules/tea-house/more.yaml (added)\n"
    assert which == "a card more"
    line = len(cards.read_text().splitlines()) + 1
    cards.write_text(cards.read_text().rstrip("\n") + "\n" + LODGER)
    return f"cards changed since {{}}: lodger (added, cards/tea-house/guests.yaml:{line})\n"


@pytest.mark.parametrize("which", ["a start", "an order", "a remark", "a file more", "a card more"])
def test_a_recording_names_rules_that_have_changed_and_cards_that_came(folder, which):
    assert run("play", "lines.yaml", "--record", "kept.yaml", root=folder).exit_code == 0
    assert run("play", "kept.yaml", root=folder).stderr == ""
    told = spoil(folder, which).format("this game was recorded")
    assert run("play", "kept.yaml", root=folder).stderr.startswith(told)
    assert (run("play", "kept.yaml", root=folder).stderr == "") == (told == "")


@pytest.mark.parametrize("which", ["a start", "an order", "a remark", "a file more", "a card more"])
def test_so_does_a_case_that_fails(folder, which):
    said("test", "--update")
    told = spoil(folder, which).format("the snapshot")
    (folder / "lines.yaml").write_text(SCRIPT.replace("stop: yes", "  - expect: round == 9\nstop: yes"))
    assert said("test").startswith(f"FAILED  lines.yaml\n{told}lines.yaml:")


def test_a_card_that_the_failing_case_could_not_come_to_is_named(folder):
    (folder / "other.yaml").write_text(SCRIPT)
    said("test", "--update")
    change(folder, "            gain 1 tea[green]\n", "            gain 2 tea[green]\n")
    (folder / "lines.yaml").write_text(SCRIPT.replace("moves:\n", "moves:\n  - expect: round == 9\n"))
    assert said("test", "lines.yaml").startswith(f"FAILED  lines.yaml\n{SINCE}lines.yaml:")
