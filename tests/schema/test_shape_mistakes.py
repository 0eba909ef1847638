"""Every mistake of shape is one finding, at its place.

What is expected stands on the failing line behind `#!`: code, column, and the suggestion if there is one. Several
findings on one line are separated by `;`.
"""

from __future__ import annotations

import pytest

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.schema import check_shape
from rulewright.interpreter.source import parse_yaml

Expected = list[tuple[int, int, str, str | None]]


def expected_in(file: str) -> Expected:
    found: Expected = []
    for number, line in enumerate(file.splitlines(), 1):
        _, _, notes = line.partition("#!")
        for note in notes.split(";") if notes else ():
            code, column, *suggestion = note.split(maxsplit=2)
            found.append((number, int(column), code, suggestion[0].strip() if suggestion else None))
    return sorted(found, key=lambda item: item[:3])


def met_in(file: str, schema: str) -> Findings:
    findings = Findings()
    node = parse_yaml(file, "f.yaml", findings)
    assert node is not None, list(findings)
    assert check_shape(node, schema, findings) == (not findings)
    return findings


RULES = {
    "unknown key": """
kindz: {}   #! RW101 1 kinds
""",
    "unknown key without a near one": """
nonsense: {}   #! RW101 1
""",
    "unknown keys inside": """
kinds:
  card:
    all: cards
    field: {rank: number}   #! RW101 5 fields
    per_player: 1           #! RW101 5 per player
    Sides: 2                #! RW101 5 sides
""",
    "missing key": """
kinds:
  card:
    sides: 2    #! RW102 5
""",
    "missing key of an empty mapping": """
kinds: {card: {}}   #! RW102 15
""",
    "two missing keys": """
actions:
  take(n is number):
    needs: n > 0    #! RW102 5; RW102 5
""",
    "a misspelt key is not missing as well": """
actions:
  take:
    txt: take    #! RW101 5 text
    do: nothing
""",
    "the only unknown key was meant for the only missing one": """
values:
  price(card):
    formula: 3    #! RW101 5 is
""",
    "wrong sorts": """
kinds: []               #! RW103 8
counters: 3             #! RW103 11
enums:                  #! RW103 1
title: [x]              #! RW103 8
phases:
  one: gain 5 gold      #! RW103 8
  two: {do: [gain]}     #! RW103 13
""",
    "a number that is none": """
rounds: {number: twelve}     #! RW103 18
kinds:
  a: {all: as, sides: "2"}   #! RW103 23
  b: {all: bs, sides: 02}    #! RW103 23
  c: {all: cs, sides: 2.0}   #! RW103 23
  d: {all: ds, sides: yes}   #! RW103 23
""",
    "out of range": """
kinds:
  a: {all: as, sides: 3}          #! RW105 23
  b: {all: bs, per player: 0}     #! RW105 28
  c: {all: cs, per player: -1}    #! RW105 28
players: 0                        #! RW105 10
""",
    "players": """
players: 2-4   #! RW106 10 2 to 4
""",
    "players, in words": """
players: two to four   #! RW106 10
""",
    "a list where players are counted": """
players: [2, 4]   #! RW103 10
""",
    "flags": """
kinds:
  a: {all: as, keeps owner: true}     #! RW104 29 yes
  b: {all: bs, keeps owner: off}      #! RW104 29 no
  c: {all: cs, keeps owner: Yes}      #! RW104 29 yes
  d: {all: ds, keeps owner: maybe}    #! RW104 29
  e: {all: es, keeps owner: 1}        #! RW104 29 yes
  f: {all: fs, keeps owner: yes}
  g: {all: gs, keeps owner: "no"}
""",
    "one of a few words": """
windows:
  one: {who: each player in turnorder}   #! RW104 14 each player in turn order
  two: {who: me, limit: once a rond}     #! RW104 25 once a round
  three: {who: everybody}                #! RW104 16
  four: {who: [me]}                      #! RW104 15
  five: {who: }                          #! RW104 10
""",
    "version of the language": """
language: 0   #! RW104 11
""",
    "a key by the name that it had once": """
counters:
  debt: {least: none}   #! RW112 10 at least
  luck: {laest: none}   #! RW101 10
""",
    "version of the language as a text": """
language: "1"   #! RW104 11
""",
    "names": """
counters:
  Gold: {}          #! RW106 3 gold
  two words: {}     #! RW106 3 two-words
  3d: {}            #! RW106 3
  fine_one: {}
  fine-two: {}
  -: {}             #! RW106 3
game: My Game       #! RW106 7 my-game
""",
    "enum": """
enums:
  colour: {all: colours, values: [red, green, red]}   #! RW110 47
  size: {all: sizes, values: []}                      #! RW107 30
  mood: {all: moods, values: [Happy]}                 #! RW106 31 happy
  list: {all: lists, values: a}                       #! RW103 30
""",
    "several repeated entries": """
enums:
  colour:
    all: colours
    values:
      - red
      - red     #! RW110 9
      - red     #! RW110 9
""",
    "zones": """
zones:
  deck: {shows: top}                       #! RW104 17 top card
  pile: {orderd: yes}                      #! RW101 10 ordered
  row: {cards: {size: 3}, tiles: {siz: 3}} #! RW101 35 size
  box:                                     #! RW103 3
  of each player:
    hand: {visible to: owners}             #! RW104 24 owner
    Hand: {}                               #! RW106 5 hand
""",
    "a group may have a zone with the name of a setting": """
zones:
  pile: {cards: {}, shows: {ordered: yes}}
""",
    "rounds": """
rounds:
  number: 12
  working: {rounds: [1, 2, 2], phases: [a]}   #! RW110 28
  resting: {rounds: [0], phases: []}          #! RW105 22; RW107 34
  other: {phases: [a]}                        #! RW102 11
  every: {rounds: [1], phases: [a]}           #! RW101 11
""",
    "set-up": """
setup: {text: x}   #! RW101 9 do
""",
    "set-up in a list": """
setup: [x]   #! RW103 8
""",
    "result": """
result: {rank: players, by: player.gold}   #! RW103 29
""",
    "components": """
components:
  card: [a, b, a]         #! RW110 16
  tile: {one: {}, Two: {}, three: 3}   #! RW106 19 two; RW103 35
  cube: 12                #! RW103 9
""",
    "origin": """
origin: {price: [rulebook], else: reconstructed}   #! RW103 17
""",
    "a text cut at a comma": """
actions:
  a: {text: a, do: draw(2, keep = 1)}      #! RW109 28
  b: {text: b, do: draw(2, 3, f(4, 5), 6)} #! RW109 28
  c: {text: c, do: gain 1 gold, pay 2}     #! RW109 33
  d: {text: d, do: "draw(2, keep = 1)"}
values:
  v: {is: max(1, 2), at least: 0}          #! RW109 18
result: {rank: players, by: [max(player.a, 3), player.b]}   #! RW109 44
""",
    "an unknown key with nothing behind it outside of braces": """
actions:
  a:
    text: a
    do: nothing
    keep:      #! RW101 5
""",
    "tables": """
tables:
  Prize: 1                   #! RW106 3 prize
  prize: {2: {1: 4}, otherwise: 0}
  rows: [[1, 2], [3]]
  gap:                       #! RW103 3
""",
    "an empty word for players": """
title: ""   #! RW106 8
""",
}

CARDS = {
    "no kind": """
cards: {a: {}}     #! RW102 1
""",
    "neither cards nor rows": """
kind: card         #! RW102 1
""",
    "columns without rows": """
kind: card
columns: [a]       #! RW108 1
""",
    "rows without columns": """
kind: card
rows: {a: [1]}     #! RW108 1
""",
    "a misspelt key is not a missing companion": """
kind: card
columns: [a]
row: {a: [1]}      #! RW101 1 rows
""",
    "a row that is no list": """
kind: card
columns: [a, a]    #! RW110 14
rows:
  x: 1             #! RW103 6
  y: []            #! RW107 6
""",
    "card": """
kind: card
cards:
  a: {copies: 0}           #! RW105 15
  B: {}                    #! RW106 3 b
  c: {front: [x]}          #! RW103 14
  d: {name: []}            #! RW103 13
  e:                       #! RW103 3
  f: {abilities: {when: x, do: y}}   #! RW103 18
  g: {price: 3, front: {upkeep: 2, looks: [a, b]}, anything: {a: 1}}
  h: {origin: {price: public, else: [me]}}   #! RW103 37
""",
    "ability": """
kind: card
cards:
  a:
    abilities:
      - {when: x, do: gain 1 gold, automatic: true}    #! RW104 47 yes
      - {wen: x, do: gain 1 gold}                      #! RW101 10 when
      - {on: x, do: gain 1 gold}                       #! RW101 10 when
      - {when: x}                                      #! RW102 10
      - {when: x, do: draw(2, keep = 1)}               #! RW109 31
      - gain 1 gold                                    #! RW103 9
      -                                                #! RW103 8
""",
    "change": """
kind: card
cards:
  a:
    back:
      changes:
        - {value: price(card), add: 1, for: everyone}   #! RW104 45
        - {value: price(card)}                          #! RW102 12
        - {value: price(card), ad: 1}                   #! RW101 32 add
        - {value: price(card, colour), to: 0}           #! RW109 31
        - {add: 1}                                      #! RW102 12
""",
    "a field with a text cut at a comma": """
kind: place
cards:
  bank: {resolve: take(20, interest = no)}     #! RW109 28
""",
}

PLAYTHROUGHS = {
    "empty": """
name: nothing      #! RW102 1; RW102 1
""",
    "players": """
game: g
players: [Anna, Anna, 5, "", A B]     #! RW110 17; RW103 23; RW106 26; RW106 30 A-B
moves: []
""",
    "no players": """
game: g
players: []     #! RW107 10
moves: []
""",
    "seed": """
game: g
seed: lucky     #! RW103 7
moves: []
""",
    "moves": """
game: g
moves:
  - Anna: a
  - Anna: [a, b]
  - Anna: 3
  - expect: Anna.gold == 3
  - Anna: a
    Matt: b       #! RW107 5
  - {}            #! RW107 5
  - Anna          #! RW103 5
  - Anna: []      #! RW107 11
  - Anna:         #! RW103 5
  - Anna: {a: b}  #! RW103 11
  - bots: [x]     #! RW103 11
  - expect: [x]   #! RW103 13
stop: true        #! RW104 7 yes
""",
    "cases": """
game: g
cases:
  - name: one
    moves: []
  - moves: []          #! RW102 5
  - {name: two, sede: 3}   #! RW101 17 seed
  - {name: three, cases: []}   #! RW101 19
""",
    "no cases": """
game: g
cases: []     #! RW107 8
""",
    "given": """
game: g
given: [round]   #! RW103 8
options: {advanced: [no]}   #! RW103 21
moves: []
""",
}

GAMES = {
    "without what every game needs": """
game: g     #! RW102 1; RW102 1; RW102 1
players: 2
language: 1
roundz: {number: 3}   #! RW101 1 rounds
""".replace("RW102 1; RW102 1; RW102 1", "RW102 1"),
}


@pytest.mark.parametrize("file", RULES.values(), ids=RULES.keys())
def test_mistakes_in_rules(file: str):
    check(file, "rules")


@pytest.mark.parametrize("file", CARDS.values(), ids=CARDS.keys())
def test_mistakes_in_cards(file: str):
    check(file, "cards")


@pytest.mark.parametrize("file", PLAYTHROUGHS.values(), ids=PLAYTHROUGHS.keys())
def test_mistakes_in_playthroughs(file: str):
    check(file, "playthrough")


@pytest.mark.parametrize("file", GAMES.values(), ids=GAMES.keys())
def test_mistakes_in_the_head_of_a_game(file: str):
    check(file, "game")


def check(file: str, schema: str) -> None:
    findings = met_in(file, schema)
    met = [(found.span.line, found.span.column, found.code, found.suggestion) for found in findings]
    assert met == expected_in(file), [found.message for found in findings]
