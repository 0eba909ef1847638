"""The final scoring of Rococo worked out anew from a finished match and its journal, by other means than the rules'."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby

from rulewright import Match
from rulewright.interpreter.journal.events import CounterChanged, EndingBegan, Moved

COLOURS = ("yellow", "green", "red", "blue")
SMALL_HALLS = {"kings": (5, 2), "mirror": (5, 2), "music": (4, 2), "garden": (4, 1), "rose": (3, 1)}
LARGE_HALLS = {"kings": (7, 3), "mirror": (6, 3), "music": (5, 2), "garden": (4, 2), "rose": (3, 1)}
FIREWORKS = {2: (6, 0), 3: (6, 2), 4: (7, 3), 5: (7, 3)}


class Board:
    """What lay where when the ending began; places are the ids of guest spaces."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.layout = match.layout
        events = match.journal
        self.cut = next(n for n, event in enumerate(events) if isinstance(event, EndingBegan))
        self.players = range(len(match.names))
        moved = {event.component: event.from_zone for event in events[self.cut :] if isinstance(event, Moved)}
        self.dresses: list[tuple[int, int, str]] = []  # component, owner, space
        self.terrace: dict[int, int] = {}  # component, multiplier
        for dress in self.layout.of_kind["dress"]:
            owner = self.state(dress, "marker")
            if owner < 0:
                continue
            zone = match.state.v[self.layout.at + dress]
            holder = self.layout.zone_holder[zone]
            if self.layout.kind_of[holder] == "decoration":
                self.terrace[dress] = self.printed(holder, "multiplier")
                holder = self.layout.zone_holder[moved[dress]]
            self.dresses.append((dress, owner, self.layout.ids[holder]))
        self.decorations = [
            (self.layout.ids[c], self.state(c, "marker"), c) for c in self.layout.of_kind["decoration"]
        ]

    def state(self, component: int, name: str) -> int:
        return self.match.state.v[self.layout.state_slot(component, name)]

    def printed(self, component: int, name: str):
        return self.match.game.cards[self.layout.card_of[component]].sides[0].fields[name]

    def before_the_ending(self, counter: str, player: int, start: int) -> int:
        changes = [
            event.after
            for event in self.match.journal[: self.cut]
            if isinstance(event, CounterChanged) and (event.counter, event.player) == (counter, player)
        ]
        return changes[-1] if changes else start

    def employees_in_deck(self, player: int) -> list[str]:
        names = ("supply", "hand", "played", "discarded")
        zones = [self.match.state.z[self.layout.zone_number("player", name, player)] for name in names]
        return [self.layout.ids[component] for zone in zones for component in zone]


def expected_scores(match: Match) -> list[int]:
    board = Board(match)
    scores = [board.before_the_ending("prestige", player, 0) for player in board.players]
    for player in board.players:
        scores[player] += board.before_the_ending("livre", player, 15) // 10
        scores[player] += _crowns(board, player)
        if match.state.z[board.layout.zone_number("player", "favor", player)]:
            scores[player] += 3
        scores[player] += _statues(board, player)
        scores[player] += _markers(board, player)
    for hall in SMALL_HALLS:
        for player, prize in _hall(board, hall).items():
            scores[player] += prize
    for player, prize in _fireworks(board).items():
        scores[player] += prize
    return scores


def _crowns(board: Board, player: int) -> int:
    deck, points = board.employees_in_deck(player), 0
    mine = [(dress, space) for dress, owner, space in board.dresses if owner == player]
    if "e6c" in deck:
        points += next(p for least, p in ((11, 11), (9, 8), (7, 5), (5, 2), (0, 0)) if len(deck) >= least)
    if "e6d" in deck:
        now = board.match.state.v[board.layout.counter_slot("thread", player)]
        points += 3 * (board.before_the_ending("thread", player, 1) - now)
    if "e6e" in deck:
        points += 3 * (sum("-master-" in space for _, space in mine) // 2)
    if "e6f" in deck:
        ids = Counter(board.layout.ids[dress][0] for dress, _ in mine)
        points += 2 * min(ids["y"] + ids["r"], ids["g"] + ids["b"])
    return points


def _hall(board: Board, hall: str) -> dict[int, int]:
    """Prizes of a hall, by taking the players apart step by step."""
    first, second = (SMALL_HALLS if len(board.players) <= 3 else LARGE_HALLS)[hall]
    spaces: dict[int, list[str]] = {}
    for _, owner, space in board.dresses:
        if space.startswith(hall + "-"):
            spaces.setdefault(owner, []).append(space)
    musician = next(owner for id_, owner, _ in board.decorations if id_ == f"{hall}-musician")

    def strength(player: int) -> tuple[int, int, bool]:
        own = spaces[player]
        return len(own), sum("-master-" in space for space in own), player == musician

    groups = [list(group) for _, group in groupby(sorted(spaces, key=strength, reverse=True), key=strength)]
    prizes = dict.fromkeys(groups[0], first) if groups else {}
    if len(groups) > 1 and len(groups[0]) == 1 and len(board.players) > 2:
        prizes |= dict.fromkeys(groups[1], second)
    return prizes


def _fireworks(board: Board) -> dict[int, int]:
    own: dict[int, list[int]] = {}
    for id_, owner, _ in board.decorations:
        if id_.startswith("fireworks-") and owner >= 0:
            own.setdefault(owner, []).append(int(id_.rpartition("-")[2]))
    order = sorted(own, key=lambda player: (len(own[player]), max(own[player])), reverse=True)
    return dict(zip(order, FIREWORKS[len(board.players)], strict=False))


def _statues(board: Board, player: int) -> int:
    """The best disjoint sets, by trying: each set takes one Dress of every colour that is left."""
    left = Counter(board.layout.ids[dress][0] for dress, owner, _ in board.dresses if owner == player)
    points = 0
    for id_, owner, _ in board.decorations:
        if owner == player and id_.startswith("statue-"):
            taken = [colour[0] for colour in COLOURS if left[colour[0]] > 0]
            left.subtract(taken)
            points += 2 * len(taken)
    return points


def _markers(board: Board, player: int) -> int:
    points = 0
    for dress, owner, _ in board.dresses:
        if owner == player:
            points += board.printed(dress, "prestige") * board.terrace.get(dress, 1)
    points += sum(board.printed(c, "prestige") for _, owner, c in board.decorations if owner == player)
    honours = board.layout.of_kind["honour"]
    return points + sum(board.printed(h, "prestige") for h in honours if board.state(h, "marker") == player)


def present(board: Board, player: int, hall: str) -> bool:
    lent = any(owner == player and space.startswith(hall + "-") for _, owner, space in board.dresses)
    return lent or any(owner == player and id_ == f"{hall}-musician" for id_, owner, _ in board.decorations)


def check_all_halls(match: Match) -> None:
    """Nobody has two of its spaces, and who has one is in every hall; who is and has none found them used up."""
    board = Board(match)
    holders = [board.state(h, "marker") for h in board.layout.of_kind["honour"]]
    assert all(one != other or one < 0 for one, other in combinations(holders, 2))
    for player in board.players:
        everywhere = all(present(board, player, hall) for hall in SMALL_HALLS)
        assert everywhere or player not in holders
        assert player in holders or not everywhere or -1 not in holders
