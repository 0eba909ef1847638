"""A game loaded as a whole: its files put together, what is missing told, and what the checked game then holds."""

from __future__ import annotations

import pytest

from rulewright.interpreter.content.load import UnknownGame, check_game, game_files, game_names, load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import ContentError, Finding, Findings
from tests.language.small_game import DATA, EXTRA, base_files, check_files, load

GAME = "rules/small/game.yaml"
MAIN_LINE = "phases:\n  main: {do: nothing}\n"


def codes(found: list[Finding]) -> list[str]:
    return [finding.code for finding in found]


def changed(old: str, new: str, file: str = GAME) -> tuple[Game | None, list[Finding]]:
    """Check the small game with a piece of a file replaced."""
    text = base_files()[file]
    assert old in text
    return check_files({file: text.replace(old, new)})


def test_the_smaller_number_of_players_comes_first() -> None:
    game, found = changed("players: 2 to 4", "players: 4 to 2")
    assert game is None
    assert codes(found) == ["RW106"]
    assert (found[0].span.file, found[0].suggestion) == (GAME, "2 to 4")


def test_a_number_that_is_not_written_is_told_as_that() -> None:
    _, found = check_files(
        {"cards/small/more.yaml": "kind: stone\ncards:\n  gravel:\n    suit: sun\n    weight:\n"}
    )
    assert [one.message for one in found] == ["a number is wanted, but nothing stands here"]


# ---------------------------------------------------------------- the game as a whole
def test_the_small_game_has_no_findings() -> None:
    assert load_game("small", DATA).title == "Small"


@pytest.mark.parametrize("key", ["language", "game", "players", "result"])
def test_what_every_game_says_is_missed_at_the_head_of_its_main_file(key: str) -> None:
    text = base_files()[GAME]
    line = next(line for line in text.split("\n") if line.startswith(f"{key}:"))
    game, found = changed(line + "\n", "")
    assert game is None
    assert codes(found) == ["RW102"]
    assert (found[0].span.file, found[0].span.line) == (GAME, 1)
    assert f"`{key}:`" in found[0].message


def test_rounds_are_needed_too() -> None:
    game, found = check_files({"rules/small/main.yaml": MAIN_LINE})
    assert game is None
    assert codes(found) == ["RW102"]
    assert "`rounds:`" in found[0].message


def test_a_game_in_a_language_of_another_version_is_refused() -> None:
    game, found = changed("language: 1", "language: 3")
    assert game is None
    assert {finding.span.line for finding in found} == {3}


def test_a_game_that_names_another_folder_is_told_at_that_name() -> None:
    _, found = changed("game: small", "game: smal")
    assert codes(found) == ["RW226"]
    assert (found[0].span.line, found[0].span.column, found[0].suggestion) == (4, 7, "small")


@pytest.mark.parametrize(
    ("rank", "by", "code", "column"),
    [
        ("stones", "player.score", "RW401", 16),
        ("players", "player.hand", "RW404", 30),
        ("player", "1", "RW201", 16),
    ],
)
def test_the_result_ranks_players_by_numbers(rank: str, by: str, code: str, column: int) -> None:
    _, found = changed("{rank: players, by: [player.score, player.coins]}", f"{{rank: {rank}, by: [{by}]}}")
    assert codes(found) == [code]
    assert found[0].span.column == column


def test_the_number_of_players_is_one_number_or_a_range() -> None:
    assert (load().min_players, load().max_players) == (2, 4)
    game, _ = changed("players: 2 to 4", "players: 3")
    assert game is not None
    assert (game.min_players, game.max_players) == (3, 3)


def test_a_mistake_of_shape_hides_what_follows_from_it_but_not_the_syntax_of_effects() -> None:
    extra = (
        "actions:\n  test: {text: Test, doo: nothing}\n  other: {text: Other, do: gains 1 coins}\n"
        "  third: {text: Third, do: gain 1 pint}\n"
    )
    _, found = check_files({EXTRA: extra})
    assert {finding.code for finding in found} == {"RW101", "RW308"}


def test_every_mistake_of_all_files_is_told_in_one_run() -> None:
    _, found = check_files(
        {
            EXTRA: "actions:\n  test: {text: Test, do: gain 1 pint}\n",
            "cards/small/treasures.yaml": "kind: stone\ncards:\n  jade: {suit: sunn, weight: 1}\n",
            "rules/small/main.yaml": base_files()["rules/small/main.yaml"].replace("[main]", "[mian]"),
        }
    )
    assert sorted(codes(found)) == ["RW104", "RW218", "RW408"]


def test_an_unknown_game_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownGame) as caught:
        load_game("smal", DATA)
    assert caught.value.suggestion == "small"
    assert game_names(DATA) == ["small"]


def test_a_broken_game_is_refused_with_all_its_findings(tmp_path) -> None:
    folder = tmp_path / "rules" / "broken"
    folder.mkdir(parents=True)
    (tmp_path / "cards").mkdir()
    (folder / "game.yaml").write_text("language: 1\ngame: broken\nplayers: two\n")
    with pytest.raises(ContentError) as caught:
        load_game("broken", tmp_path)
    assert "rules/broken/game.yaml:3" in str(caught.value)


def test_a_game_without_files_is_no_crash(tmp_path) -> None:
    (tmp_path / "rules" / "bare").mkdir(parents=True)
    findings = Findings()
    assert check_game("bare", tmp_path, findings) is None
    assert findings


# ---------------------------------------------------------------- files put together
def test_files_come_in_a_stable_order_rules_before_cards() -> None:
    names = [path.relative_to(DATA).as_posix() for path in game_files("small", DATA)]
    assert names == sorted(name for name in names if name.startswith("rules")) + sorted(
        name for name in names if name.startswith("cards")
    )


def test_sections_may_be_spread_over_files_and_zones_of_one_group_too() -> None:
    game = load(extra="""
        counters: {fame: {}}
        zones:
          shelf: {middle: {holds: stone}}
          of each player: {box: {holds: stone}}
    """)  # fmt: skip
    assert {"coins", "fame"} <= set(game.counters)
    assert {"shelf.low", "shelf.middle"} <= set(game.zones)
    assert {"hand", "box"} <= set(game.player_zones)


def test_a_card_file_may_lie_among_the_rules() -> None:
    game, found = check_files({"rules/small/pools.yaml": "kind: spot\ncards:\n  pool: {limit: 3}\n"})
    assert not found
    assert game is not None
    assert any(card.id == "pool" for card in game.cards)


def test_the_digest_follows_the_text_of_every_file() -> None:
    here = load().digest
    assert load().digest == here
    assert load(extra="counters: {fame: {}}\n").digest != here


# ---------------------------------------------------------------- what a card has
def card(game: Game, name: str):
    return next(card for card in game.cards if card.id == name)


def test_the_value_of_a_side_wins_over_that_of_the_card() -> None:
    game = load()
    guide, smith = card(game, "guide"), card(game, "smith")
    assert [side.fields["wage"] for side in guide.sides] == [1, 2]
    assert [side.fields["wage"] for side in smith.sides] == [2, 2]
    assert [side.name for side in guide.sides] == ["Guide", "Old Guide"]


def test_copies_and_the_components_that_each_player_has() -> None:
    game = load()
    assert card(game, "twin").copies == 2
    assert card(game, "peg").copies == 2  # no file lists it: the kind itself says how many


def test_fields_have_their_defaults() -> None:
    game = load(
        extra="kinds:\n  gem:\n    all: gems\n"
        "    fields: {big: flag, likes: list of suit, mate: stone or none, worth: number = 7}\n",
        cards_gems="kind: gem\ncards:\n  ruby: {}\n  opal: {big: yes, likes: [moon, star], mate: slate, worth: -2}\n",
    )
    assert card(game, "ruby").sides[0].fields == {"big": 0, "likes": (), "mate": -1, "worth": 7}
    slate = card(game, "slate").position
    assert card(game, "opal").sides[0].fields == {"big": 1, "likes": (1, 2), "mate": slate, "worth": -2}


def test_numbers_by_an_enum_stand_in_its_order() -> None:
    game = load(
        extra="kinds:\n  gem: {all: gems, fields: {price: number by suit}}\n",
        cards_gems="kind: gem\ncards:\n  ruby: {price: {star: 3, sun: 1, moon: 2}}\n",
    )
    assert card(game, "ruby").sides[0].fields["price"] == (1, 2, 3)


def test_origins_come_from_the_head_of_the_file_and_where_it_differs_from_the_card() -> None:
    game = load(cards_more="""
        kind: stone
        origin: {weight: almanac, else: rulebook}
        cards:
          jade: {suit: sun, weight: 1}
          lapis: {suit: sun, weight: 1, origin: {suit: public}}
          agate: {suit: sun, weight: 1, origin: {else: reconstructed}}
    """)  # fmt: skip
    assert card(game, "jade").origin == {"suit": "rulebook", "weight": "almanac"}
    assert card(game, "lapis").origin == {"suit": "public", "weight": "almanac"}
    assert card(game, "agate").origin == {"suit": "reconstructed", "weight": "reconstructed"}


def test_a_row_has_origins_of_its_own_in_the_head_of_the_file() -> None:
    game = load(cards_more="""
        kind: stone
        origin: {jade: {weight: field-book}, else: rulebook}
        columns: [suit, weight]
        rows:
          jade: [sun, 1]
          lapis: [sun, 1]
    """)  # fmt: skip
    assert card(game, "jade").origin == {"suit": "rulebook", "weight": "field-book"}
    assert card(game, "lapis").origin == {"suit": "rulebook", "weight": "rulebook"}


def test_a_field_kept_by_an_enum_has_an_origin_for_each_value() -> None:
    game = load(
        extra="kinds:\n  gem: {all: gems, fields: {price: number by suit, cut: number by suit}}\n",
        cards_gems="""
        kind: gem
        origin: {price: {sun: public, else: almanac}, opal: {cut: {moon: field-book}}, name: rulebook, else: rulebook}
        cards:
          ruby: {price: {star: 3, sun: 1, moon: 2}, cut: {star: 3, sun: 1, moon: 2}}
          opal: {price: {star: 3, sun: 1, moon: 2}, cut: {star: 3, sun: 1, moon: 2}}
          agate:
            price: {star: 3, sun: 1, moon: 2}
            cut: {star: 3, sun: 1, moon: 2}
            origin: {price: {star: field-book}, cut: public}
    """,
    )
    named = {"name": "rulebook"}
    prices = {"price[sun]": "public", "price[moon]": "almanac", "price[star]": "almanac"}
    cuts = {"cut[sun]": "rulebook", "cut[moon]": "field-book", "cut[star]": "rulebook"}
    assert card(game, "ruby").origin == prices | {"cut": "rulebook"} | named
    assert card(game, "opal").origin == prices | cuts | named
    assert card(game, "agate").origin == prices | {"price[star]": "field-book", "cut": "public"} | named


@pytest.mark.parametrize(
    ("origin", "message"),
    [
        ("{weight: {sun: public}}", "`weight` has one origin"),
        ("{price: {sonne: public}}", "`price` is kept by suit, which has no value `sonne`"),
        ("{opal: {price: public}}", "there is no card and no field `opal`"),
        ("{ruby: {prise: public}}", "the kind gem has no field `prise`"),
        ("{ruby: {price: {son: public}}}", "which has no value `son`"),
    ],
)
def test_an_origin_of_what_is_not_there_is_found(origin: str, message: str) -> None:
    fields = "{price: number by suit, weight: number = 1}"
    ruby = "ruby: {price: {star: 3, sun: 1, moon: 2}}"
    _, found = check_files(
        {
            EXTRA: f"kinds:\n  gem: {{all: gems, fields: {fields}}}\n",
            "cards/small/gems.yaml": f"kind: gem\norigin: {origin}\ncards:\n  {ruby}\n",
        }
    )
    assert [finding.code for finding in found] == ["RW224"]
    assert message in found[0].message


def test_new_needs_no_declaration_where_origins_are_declared() -> None:
    game = load(
        extra="origins: {field-book: Measured by the author.}\n",
        cards_more="kind: stone\norigin: {weight: field-book, else: new}\ncards:\n  jade: {suit: sun, weight: 1}\n",
    )
    assert game.origins == {"field-book": "Measured by the author."}
    assert card(game, "jade").origin == {"suit": "new", "weight": "field-book"}


def test_a_table_by_steps_and_one_with_an_otherwise() -> None:
    game = load()
    assert game.tables["fine"].otherwise == 9
    assert game.tables["toll"].steps_down
    assert game.tables["bounty"].keys[0].names == ("suit",)


def test_a_table_by_an_enum_takes_the_enum_that_has_its_keys() -> None:
    """Another enum, declared earlier, shares one of them."""
    game, found = check_files({"rules/small/aaa.yaml": "enums: {sky: {all: skies, values: [sun, cloud]}}\n"})
    assert not found
    assert game is not None
    assert game.tables["bounty"].keys[0].names == ("suit",)
