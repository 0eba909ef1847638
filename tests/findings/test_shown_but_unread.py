"""A counter or state that only people read is told with what to do; nobody else reads other declarations."""

from __future__ import annotations

import pytest
from small_game import EXTRA, check_files

SHOWN = {
    "counter": "counters:\n  fame: {title: Fame, about: what people say}\n",
    "state": "state:\n  wind: {type: number, about: how it blows}\n",
}
UNSHOWN = {
    "value": "values:\n  fame(player): {is: player.coins}\n",
    "zone": "zones:\n  fame: {holds: stone}\n",
    "table": "tables:\n  fame: {1: 2}\n",
}


def unread(text: str) -> list[str]:
    before = {one.message for one in check_files({}, lints=True)[1]}
    _, found = check_files({EXTRA: text}, lints=True)
    return [one.message for one in found if one.code == "RW601" and one.message not in before]


@pytest.mark.parametrize("text", SHOWN.values(), ids=SHOWN)
def test_what_players_are_shown_is_no_use_by_a_rule_and_may_be_kept_by_a_comment(text: str):
    (message,) = unread(text)
    assert "`title:` and `about:`, is no use by a rule" in message
    assert "`# rulewright: ignore RW601 REASON`" in message


def test_so_is_the_state_of_a_component():
    told = [one.message for one in check_files({}, lints=True)[1] if ", a state of " in one.message]
    assert [message for message in told if "`# rulewright: ignore RW601 REASON`" not in message] == []
    assert told


@pytest.mark.parametrize("text", UNSHOWN.values(), ids=UNSHOWN)
def test_what_nobody_is_shown_is_used_or_taken_away(text: str):
    (message,) = unread(text)
    assert message.endswith("use it, or take it away")
