"""The command `play`: scripts, games between bots, a person at the terminal, and everything that goes wrong."""

from __future__ import annotations

import json

import pytest
from command_line import CHECKOUT, GOOD, HEAD, ROOT, run


@pytest.fixture
def script(tmp_path):
    def write(text, name="script.yaml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_script_gives_its_transcript(script):
    result = run("play", script(GOOD))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Tea House: Anna, Matt (seed 0)\n")
    assert result.stdout.endswith("Anna and Matt share the victory.\n")
    assert not result.stderr


def test_several_cases_are_played_under_headings(script):
    path = script(
        HEAD
        + "given: {phase: feast}\nmoves: []\ncases:\n  - {name: one, about: The first.}\n  - {name: two}\n"
    )
    result = run("play", path)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Case: one\n#########\nThe first.\n\nTea House")
    assert "\nCase: two\n" in result.stdout
    entries = json.loads(run("play", path, "--format", "json").stdout)
    assert [entry["case"] for entry in entries if "case" in entry] == ["one", "two"]


def test_json_is_one_list_that_ends_with_the_result(script):
    result = run(
        "play", script(HEAD + "seed: 3\noptions: {rich: yes}\nmoves: [bots: random]\n"), "--format", "json"
    )
    entries = json.loads(result.stdout)
    assert result.exit_code == 0
    assert all("event" in entry for entry in entries[:-1])
    last = entries[-1]["result"]
    assert list(last) == ["game", "seed", "players", "options", "scores", "winners", "digest"]
    assert (last["game"], last["seed"], last["players"]) == ("tea-house", 3, ["Anna", "Matt"])
    assert last["options"] == {"rich": "yes", "fault": "none-at-all"}
    best = max(last["scores"].values())
    assert all(last["scores"][name] == best for name in last["winners"])


WHY = (
    HEAD
    + """\
given: {phase: serve, Anna: {table: [uncle, aunt]}, Matt: {table: [aunt back]}}
moves:
  - Anna: [aunt-1, yes, green, 2, done]
  - Matt: pass
  - bots: random
"""
)


def place(file, text):
    """The line of a file of the test's content that begins so."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    (number,) = (number for number, line in enumerate(lines, 1) if line.strip().startswith(text))
    return number


def test_why_names_the_rule_or_card_and_the_place_below_each_line(script):
    plain, told = run("play", script(WHY)).stdout, run("play", script(WHY), "--why").stdout
    lines = told.splitlines()
    assert [line for line in lines if not line.startswith("        ")] == plain.splitlines()
    rules, guests = "rules/tea-house/game.yaml", "cards/tea-house/guests.yaml"
    used = lines.index("Anna  Aunt (aunt-1) → +1 Coin (3 → 4)")
    assert lines[used + 1 : used + 3] == [
        f"        window serving  {rules}:{place(rules, 'serving:')}",
        f"        card aunt front  {guests}:{place(guests, '- {when: serving')}",
    ]
    bought = next(number for number, line in enumerate(lines) if line.startswith("Anna  Buy tea; "))
    first = place(rules, 'may "Buy tea"')
    assert lines[bought + 1 : bought + 3] == [
        f"        phase serve  {rules}:{first}, :{first + 1}, :{first + 2}",
        f"        action buy  {rules}:{place(rules, 'pay n coins')}, :{place(rules, 'gain n tea')}",
    ]
    heading = lines.index("Serving")
    assert lines[heading + 1 : heading + 3] == [
        "-------",
        f"        phase serve  {rules}:{place(rules, 'serve:')}",
    ]
    stated = lines.index("Matt  Table: Beloved Aunt (aunt-2)")
    assert lines[stated + 1].startswith("        given  ")
    assert lines[stated + 1].endswith("script.yaml:3")
    assert lines[-1].startswith(f"        ending  {rules}:")


def test_every_line_of_what_happens_has_a_cause(script):
    rows = json.loads(run("play", script(WHY), "--why", "--format", "json").stdout)
    assert list(rows[-1]) == ["result"]
    assert rows[0] == {"text": "Tea House: Anna, Matt (seed 0)", "why": []}
    assert [row["text"] for row in rows[1:-1] if not row["why"]] == ["Stated position"]
    assert all(list(cause) == ["rule", "place"] for row in rows[:-1] for cause in row["why"])


def test_the_causes_of_a_set_up(script):
    rows = json.loads(
        run("play", script(HEAD + "moves: []\nstop: yes\n"), "--why", "--format", "json").stdout
    )
    (cups,) = (row for row in rows[:-1] if row["text"].startswith("Anna") and "Cup" in row["text"])
    line = place("rules/tea-house/game.yaml", "move all cup in cups")
    assert cups["why"] == [{"rule": "set-up", "place": f"rules/tea-house/game.yaml:{line}:5"}]


def test_why_is_not_for_a_person_at_the_terminal(script):
    result = run("play", script(HEAD + "moves: []\n"), "--why", "--hand", "Anna")
    assert result.exit_code == 2
    assert "--why" in result.stderr


def test_an_unfinished_match_has_no_winners(script):
    result = run("play", script(HEAD + "moves: []\nstop: yes\n"), "--format", "json")
    assert json.loads(result.stdout)[-1]["result"]["winners"] == []


def test_legal_shows_what_may_be_chosen_where_the_script_ends(script):
    path = script(HEAD + "given: {row.guests: [aunt-1, aunt-2, uncle]}\nmoves: []\n")
    result = run("play", path, "--legal")
    assert result.exit_code == 0, result.output
    assert "Anna may choose:\n  aunt-1  Aunt\n  aunt-2  Aunt\n  uncle   Old Uncle\n" in result.stdout
    legal = json.loads(run("play", path, "--legal", "--format", "json").stdout)[-2]["legal"]
    assert (legal["player"], legal["prompt"]) == ("Anna", "Invite")
    assert legal["options"][2] == {"id": "uncle", "label": "Old Uncle"}
    assert "the game is over" in run("play", script(GOOD), "--legal").stdout


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_a_game_between_bots(bots):
    words = (
        "play",
        "--game",
        "tea-house",
        "--players",
        "3",
        "--seed",
        "5",
        "--bots",
        bots,
        "--option",
        "rich=yes",
    )
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(
        "Tea House: Player1, Player2, Player3 (seed 5)\nEverybody starts rich: yes\n"
    )
    assert run(*words).stdout == result.stdout


def test_a_recorded_game_replays_to_the_same_digest(tmp_path):
    path = tmp_path / "game.yaml"
    played = run(
        "play", "--game", "tea-house", "--players", "Anna,Matt", "--record", path, "--format", "json"
    )
    assert played.exit_code == 0, played.output
    again = run("play", path, "--format", "json")
    assert json.loads(again.stdout) == json.loads(played.stdout)


# ---------------------------------------------------------------- a person
def test_a_person_chooses_by_number_and_by_name(tmp_path):
    path = tmp_path / "game.yaml"
    words = ("play", "--game", "tea-house", "--players", "Anna,Matt", "--hand", "Anna", "--record", path)
    result = run(*words, typed="?\n??\n9\nxyz\n1\ngain\n")
    assert result.exit_code == 0, result.output
    assert "Answer with the number" in result.stdout
    assert "turn order: Anna, Matt\n" in result.stdout
    assert "Anna: 3 Coins; Cups: 2 x Cup\n" in result.stdout
    assert "there are options 1 to 3" in result.stderr
    assert "'xyz' cannot be chosen" in result.stderr
    assert "you left the game" in result.stderr
    assert "stop: yes" in path.read_text()
    kept = run("play", path, "--format", "json")
    assert kept.exit_code == 0, kept.output


@pytest.mark.parametrize("word", ["? uncle", "?UNCLE", "explain uncle", "? aunt-2", "? Old Uncle"])
def test_a_person_looks_up_a_card(script, word):
    path = script(HEAD + "given: {row.guests: [aunt-1, aunt-2, uncle]}\nmoves: []\nstop: yes\n")
    told = run("play", path, "--hand", "Anna", typed=f"{word}\n").stdout
    name = "Old Uncle (uncle): Guest" if "uncle" in word.casefold() else "Aunt (aunt): Guest"
    assert name in told
    # By the number of an option that is a card.
    assert "Old Uncle (uncle): Guest" in run("play", path, "--hand", "Anna", typed="? 3\n").stdout


def test_a_card_that_there_is_not_is_no_answer(script):
    path = script(HEAD + "given: {row.guests: [aunt-1, aunt-2, uncle]}\nmoves: []\nstop: yes\n")
    told = run("play", path, "--hand", "Anna", typed="? uncel\n? 9\n")
    assert "no card is called 'uncel' (did you mean uncle?)" in told.stderr
    assert "no card is called '9'" in told.stderr


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("q", "Ctrl-D leaves the game; `?` helps"),
        ("Quit", "Ctrl-D leaves the game; `?` helps"),
        ("undo", "nothing can be taken back; `?` helps"),
        ("save", "Ctrl-D leaves the game and keeps it; `?` helps"),
        ("xyz", "legal are aunt-1, aunt-2, uncle; `?` helps"),
    ],
)
def test_who_wants_something_else_than_an_option_is_told_how(script, word, said):
    path = script(HEAD + "given: {row.guests: [aunt-1, aunt-2, uncle]}\nmoves: []\nstop: yes\n")
    told = run("play", path, "--hand", "Anna", typed=f"{word}\n")
    assert told.exit_code == 0
    assert said in told.stderr


def test_numbers_are_typed_as_they_are(script):
    path = script(HEAD + "given: {phase: serve, Anna: {coins: 10}}\nmoves: []\nstop: yes\n")
    result = run("play", path, "--hand", "Anna", typed="yes\ngreen\n10\n")
    assert "+10 Green Tea (0 → 10)" in result.stdout
    assert "1  1" not in result.stdout


def test_who_leaves_without_a_file_gets_the_game_so_far():
    result = run("play", "--game", "tea-house", "--hand", "Anna", typed="1\n")
    assert result.exit_code == 0
    assert "players: [Anna, Player2]" in result.stderr
    assert "- Anna: " in result.stderr


def test_a_script_is_gone_on_with(tmp_path, script):
    path, record = script(HEAD + "moves: []\nstop: yes\n"), tmp_path / "end.yaml"
    result = run("play", path, "--bots", "random", "--record", record)
    assert result.exit_code == 0, result.output
    assert "Final scores" in result.stdout
    assert run("play", record).stdout == result.stdout


# ---------------------------------------------------------------- what goes wrong
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "RW005"),
        ("# nothing\n", "RW005"),
        ("a: [\n", "RW008"),
        ("game: tea-house\nmvoes: []\n", "RW101"),
        (HEAD.replace("tea-house", "tea-hose") + "moves: []\n", "RW501"),
        ("game: tea-house\nplayers: [A]\nmoves: []\n", "RW502"),
        (HEAD + "moves: [{Ana: uncle}]\n", "RW503"),
        (HEAD + "moves: [{Anna: nobody}]\n", "RW504"),
        (HEAD + "given: {row.guests: [uncle], Anna: {coins: 99}}\nmoves: [{Anna: [uncle, a]}]\n", "RW505"),
        (HEAD + "moves: [{Matt: uncle}]\n", "RW506"),
        (HEAD + "given: {phase: feast}\nmoves: [{Anna: uncle}]\n", "RW507"),
        (HEAD + "moves: []\n", "RW508"),
        (HEAD + "moves: [expect: round == 9]\n", "RW509"),
        (HEAD + "given: {Anna: {gold: 3}}\nmoves: []\n", "RW510"),
        (HEAD + "options: {rich: maybe}\nmoves: []\n", "RW511"),
        (HEAD + "moves: [bots: clever]\n", "RW512"),
        (HEAD + "options: {fault: broken}\nmoves: [bots: random]\n", "RW513"),
    ],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_bad_script_ends_with_1_and_its_line(script, text, code, form):
    result = run("play", script(text), "--format", form)
    assert result.exit_code == 1
    assert f" {code}: " in result.stderr
    assert "Traceback" not in result.output
    if form == "json" and result.stdout:
        json.loads(result.stdout)


def test_a_script_that_is_not_utf8(tmp_path):
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"game: caf\xe9\n")
    result = run("play", path)
    assert (result.exit_code, "RW004" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say what to play"),
        (("none.yaml",), "there is no file none.yaml"),
        (("tea-house",), "there is no file tea-house; to play the game, write `--game tea-house`"),
        ((str(ROOT),), "is a folder"),
        (("--game", "tea-hose"), "there is no game 'tea-hose' (did you mean tea-house?)"),
        (("--game", "tea-house", "--players", "7"), "is played by 2 to 3 players, not by 7"),
        (("--game", "tea-house", "--players", "Anna"), "2 to 3 players"),
        (("--game", "tea-house", "--players", "Anna,Anna"), "same name"),
        (("--game", "tea-house", "--players", "A b,C"), "cannot be a player's name"),
        (("--game", "tea-house", "--bots", "clever"), "there are no bots of the kind 'clever'"),
        (("--game", "tea-house", "--hand", "Zoe", "--players", "Anna,Matt"), "there is no player 'Zoe'"),
        (("--game", "tea-house", "--option", "rich"), "wants NAME=VALUE"),
        (("--game", "tea-house", "--option", "ritch=yes"), "did you mean 'rich'?"),
        (("--game", "tea-house", "--option", "rich=oui"), "cannot be 'oui'"),
        (("--game", "tea-house", "--option", "rich=yes", "--option", "rich=no"), "given twice"),
        (("--game", "tea-house", "--hand", "Anna", "--format", "json"), "cannot go with --format json"),
        (("--game", "tea-house", "--seed", "often"), "--seed"),
        (("--game", "tea-house", "--record", "none/game.yaml"), "does not exist"),
    ],
)
def test_a_wrong_command_line_ends_with_2(words, said):
    result = run("play", *words)
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.stderr.split())
    assert not result.stdout


def test_a_script_for_another_game(script):
    result = run("play", script(GOOD), "--game", "kuhn")
    assert result.exit_code == 2
    assert "is a script for tea-house, not for kuhn" in result.stderr


def test_a_script_keeps_its_own_seed(script):
    result = run("play", script(GOOD), "--seed", "3", "--players", "2")
    assert result.exit_code == 2
    assert "--players and --seed cannot change a script" in result.stderr


def test_an_existing_file_is_not_recorded_over(tmp_path):
    path = tmp_path / "precious.yaml"
    path.write_text("precious\n")
    words = ("play", "--game", "tea-house", "--record", path)
    result = run(*words)
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert path.read_text() == "precious\n"
    assert run(*words, "--force").exit_code == 0
    assert path.read_text().startswith("game: tea-house\n")


def test_a_recording_is_played_whatever_its_name(tmp_path):
    path = tmp_path / "last-evening"
    assert run("play", "--game", "tea-house", "--bots", "random", "--record", path).exit_code == 0
    assert run("play", path).exit_code == 0
    path.write_text("# Remarks\n\nWe played it, and wrote:\n\n" + path.read_text())
    result = run("play", path)
    assert result.exit_code == 2
    assert "is no playthrough" in result.stderr
    assert "to play a game, name it with `--game` (" in result.stderr


def test_what_is_called_after_a_game_is_no_playthrough_by_that(tmp_path):
    path = tmp_path / "tea-house.md"
    path.write_text("The tea house.\n")
    assert "to play a game, name it with `--game` (tea-house)" in run("play", path).stderr


def test_several_cases_cannot_be_recorded_in_one_file(tmp_path, script):
    path = script(HEAD + "moves: []\nstop: yes\ncases:\n  - {name: one}\n  - {name: two}\n")
    result = run("play", path, "--record", tmp_path / "new.yaml")
    assert result.exit_code == 2
    assert not (tmp_path / "new.yaml").exists()


def test_broken_content_is_not_played(tmp_path):
    for part in ("rules", "cards"):
        (tmp_path / part / "tea-house").mkdir(parents=True)
    rules = (ROOT / "rules/tea-house/game.yaml").read_text()
    (tmp_path / "rules/tea-house/game.yaml").write_text(rules.replace("pay n coins", "pay n coin"))
    cards = (ROOT / "cards/tea-house/guests.yaml").read_text()
    (tmp_path / "cards/tea-house/guests.yaml").write_text(cards)
    path = tmp_path / "script.yaml"
    path.write_text(GOOD)
    for words in (("play", path), ("play", "--game", "tea-house"), ("cards", "tea-house")):
        result = run(*words, root=tmp_path)
        assert result.exit_code == 1
        assert "rules/tea-house/game.yaml:" in result.stderr
        assert "pay n coin\n" in result.stderr
        assert not result.stdout


def test_a_root_without_content():
    result = run("play", "--game", "x", root=CHECKOUT / "cli")
    assert result.exit_code == 2
    assert "rules" in result.stderr
