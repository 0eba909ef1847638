import json
from pathlib import Path

from rulewright.interpreter.content.sections import ZONE_KEYS

RULES = Path(__file__).parents[2] / "schemas" / "rules.schema.json"


def test_a_zone_that_is_alone_may_have_every_key_of_a_zone_in_a_group():
    defs = json.loads(RULES.read_text(encoding="utf-8"))["$defs"]
    assert set(defs["zone"]["properties"]) == set(defs["zoneOrGroup"]["properties"]) == ZONE_KEYS
