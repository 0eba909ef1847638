"""What chance is asked for, as a decision: its name, the words of the question, and how likely each option is."""

from __future__ import annotations

from typing import Literal

from rulewright.interpreter.content.model import Zone
from rulewright.interpreter.language.types import NUMBER
from rulewright.interpreter.state.asked import AskedChance, Asking
from rulewright.interpreter.state.chance_names import Name
from rulewright.interpreter.state.decision import ChanceDecision, Choice
from rulewright.interpreter.state.naming import zone_title
from rulewright.interpreter.state.setting import Setting

ChanceMode = Literal["seeded", "asked"]
"""Whether chance follows from the seed, or is asked."""


def chance_decision(t: Setting, asking: Asking) -> ChanceDecision:
    """Return what chance is asked for as a decision."""
    if asking.zone < 0:
        return _random_number(t, asking)
    name = t.layout.zone_label(asking.zone, t.names)
    declared = t.layout.zone_decl[asking.zone]
    if declared is None:
        options = tuple(Choice(t.names[seat], seat, t.names[seat]) for seat in asking.outcomes)
        return ChanceDecision(name, "next in turn order", options, asking.weights, asking.seeded)
    options = tuple(
        _component(t, component, of_card=of_card)
        for component, of_card in zip(asking.outcomes, asking.of_card, strict=True)
    )
    return ChanceDecision(
        name, f"next of {_title(t, declared, asking.zone)}", options, asking.weights, asking.seeded
    )


def name_of_random(name: Name) -> str:
    """Return what a random number of the rules is called where it is asked or stated: what it is written to."""
    return str(name[-2])


def asked_chance(t: Setting) -> AskedChance:
    """Return the chance of a setting whose chance is asked."""
    chance = t.layout.chance
    assert isinstance(chance, AskedChance)
    return chance


def _random_number(t: Setting, asking: Asking) -> ChanceDecision:
    chance = asked_chance(t)
    type_ = chance.type_of(asking.stream) or NUMBER
    options = tuple(
        Choice(t.naming.word(type_, value), value, t.naming.shown(type_, value)) for value in asking.outcomes
    )
    name = name_of_random(chance.name_of(asking))
    return ChanceDecision(name, name.replace("_", " "), options, asking.weights, asking.seeded)


def _component(t: Setting, component: int, *, of_card: bool) -> Choice:
    card = t.game.cards[t.layout.card_of[component]]
    id_ = card.id if of_card else t.layout.ids[component]
    return Choice(id_, component, t.naming.printed(component, 0))


def _title(t: Setting, declared: Zone, zone: int) -> str:
    holder = t.layout.zone_holder[zone]
    if declared.scope == "player":
        return f"{t.names[holder]}'s {declared.title}"
    return zone_title(declared) if declared.scope == "game" else f"{declared.title} of {t.layout.ids[holder]}"
