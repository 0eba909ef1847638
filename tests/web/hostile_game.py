"""A game whose words try to be more than words: tags, scripts, quotes, right-to-left marks, ten thousand letters."""

from __future__ import annotations

SCRIPT = "<script>document.title = 'broken into'</script>"
IMAGE = "<img src=x onerror=\"document.title='broken into'\">"
QUOTES = "\"'><b>bold</b>&amp;"
TURNED = "\u05e9\u05dc\u05d5\u05dd (abc) 123! \u0639\u0631\u0628\u064a"
LONG = "Wordswithoutend" * 667

RULES = """language: 1
game: hostile
title: "<i>Hostile</i> & game"
players: 2

kinds:
  thing:
    all: things
    title: "Thing </style><script>1</script>"
    fields: {price: number}
    active in: [table]

counters:
  coins: {start: 6, title: "coins <u>x</u>"}

zones:
  deck: {holds: thing, ordered: yes, shows: nothing, title: "Deck <s>x</s>"}
  row: {holds: thing, ordered: yes, title: "Row </script>"}
  of each player:
    table: {holds: thing, ordered: yes, title: "table <b>"}

setup: |
  move all things to deck
  shuffle deck
  draw 3 from deck to row

rounds:
  number: 2
  every: {phases: [take]}

phases:
  take:
    title: "Take </script><script>document.title='broken into'</script>"
    do: |
      as each player in turn_order:
        choose a thing from row "Take </script><img src=x onerror=document.title=1>"
        move thing to me.table

result: {rank: players, by: [player.coins]}
"""

CARDS = """kind: thing
cards:
  script: {{name: "{script}", price: 1}}
  image: {{name: "{image}", price: 2}}
  quotes: {{name: "{quotes}", price: 3}}
  turned: {{name: "{turned}", price: 4}}
  long: {{name: "{long}", price: 5}}
"""


def _quoted(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def write_hostile_game(root):
    """Write the game below a root; return the root."""
    (root / "rules/hostile").mkdir(parents=True)
    (root / "cards/hostile").mkdir(parents=True)
    (root / "rules/hostile/game.yaml").write_text(RULES, encoding="utf-8")
    words = {"script": SCRIPT, "image": IMAGE, "quotes": QUOTES, "turned": TURNED, "long": LONG}
    cards = CARDS.format(**{name: _quoted(text) for name, text in words.items()})
    (root / "cards/hostile/things.yaml").write_text(cards, encoding="utf-8")
    return root
