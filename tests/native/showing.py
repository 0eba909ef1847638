"""A game in which components are shown, looked at, and forgotten again."""

from tests.knowledge.table import BLIND, with_parts

# Each step shows or moves something that chance or a player picks; the zones are ordered, unordered, open and hidden.
SHOWING = with_parts(
    BLIND,
    """
    set game.secret to random(1, 9)
    set game.lead to players[1]
    for each x in cards:
      set x.marked to random(1, 3)
      set x.own to yes
    as each player in players: draw 2 from deck to me.hand
    as each player in players:
      one of:
        "show":
          choose p from players
          show first(me.hand) to p
        "reveal": reveal all me.hand
        "look": look at first(deck)
        "look at all": look at all deck
        "none": nothing
      one of:
        "mix":
          shuffle deck
        "put back":
          move first(me.hand) to deck
        "lay out": move all me.hand to me.row
        "blind":
          choose x from deck
          move x to me.blind
        "give":
          choose p from players
          move first(me.hand) to p.hand
        "swap": swap first(me.hand) with first(deck)
      may "On":
        choose x from players[2].hand
        move x to top of deck
        draw 1 from deck to me.hand
    """,
    zones="""
    zones:
      deck: {holds: card, ordered: yes, shows: nothing}
      of each player:
        hand: {holds: card, visible to: owner}
        blind: {holds: card, visible to: no one}
        row: {holds: card}
    """,
    rounds="rounds: {number: 3, every: {phases: [main]}}",
    setup="setup: |\n  move all cards to deck\n  shuffle deck",
    kinds="""
    kinds:
      card:
        all: cards
        state: {marked: {type: number, visible to: others}, own: {type: flag, visible to: owner}, open: number}
    """,
    state="state: {secret: {type: number, visible to: no one}, lead: {type: player or none}}",
    components="components: {card: {one: {}, two: {}, three: {}, four: {}, five: {}, six: {}, seven: {}, eight: {}}}",
)
