"""Says fast whether a value fits a JSON Schema, and nothing of what is wrong: that is asked of the library.

Each schema becomes one function, made of the functions of its keywords. Only the keywords and values that occur here
are known: keys are texts, and values are mappings, lists, texts, whole numbers and None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rulewright.interpreter.source import Plain

Check: TypeAlias = Callable[[Any], bool]
"""Whether a value fits."""

Schema: TypeAlias = Mapping[str, Any]

_TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "integer": int}
_SAYING_NOTHING = frozenset(["$schema", "$defs", "title", "description", "examples", "then", "else"])


class Fitting:
    """The checks of some schemas, by the names of their files; a schema may refer to parts of itself and of others."""

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self._schemas = schemas
        self._made: dict[tuple[str, str], Check] = {}

    def check(self, file: str) -> Callable[[Plain], bool]:
        """Return what tells whether a value fits the schema of a file."""
        return self._referred(file, f"{file}#")

    def _referred(self, file: str, reference: str) -> Check:
        """Return the check of what a reference in a file means; it may be asked for while it is being made."""
        named, _, inner = reference.partition("#")
        key = (named or file, inner)
        if key not in self._made:
            part: Any = self._schemas[key[0]]
            for step in inner.split("/")[1:]:
                part = part[step]
            self._made[key] = lambda value: self._made[key](value)  # noqa: PLW0108  # another one by then
            self._made[key] = self._whole(key[0], part)
        return self._made[key]

    def _whole(self, file: str, schema: Schema) -> Check:
        checks = [
            _KEYWORDS[keyword](self, file, schema) for keyword in schema if keyword not in _SAYING_NOTHING
        ]
        if len(checks) == 1:
            return checks[0]
        return lambda value: all(check(value) for check in checks)

    # ---- keywords

    def ref(self, file: str, schema: Schema) -> Check:
        return self._referred(file, schema["$ref"])

    def type_(self, file: str, schema: Schema) -> Check:
        wanted = schema["type"]
        types = tuple(_TYPES[name] for name in ([wanted] if isinstance(wanted, str) else wanted))
        return lambda value: isinstance(value, types)

    def properties(self, file: str, schema: Schema) -> Check:
        known = {name: self._whole(file, part) for name, part in schema["properties"].items()}

        def fits(value: Any) -> bool:  # noqa: ANN401
            if isinstance(value, dict):
                for name, inner in value.items():
                    check = known.get(name)
                    if check is not None and not check(inner):
                        return False
            return True

        return fits

    def additional_properties(self, file: str, schema: Schema) -> Check:
        known = frozenset(schema.get("properties", ()))
        wanted = schema["additionalProperties"]
        if wanted is False:
            return lambda value: not isinstance(value, dict) or known.issuperset(value)
        check = self._whole(file, wanted)
        return lambda value: (
            not isinstance(value, dict) or all(name in known or check(inner) for name, inner in value.items())
        )

    def property_names(self, file: str, schema: Schema) -> Check:
        check = self._whole(file, schema["propertyNames"])
        return lambda value: not isinstance(value, dict) or all(map(check, value))

    def items(self, file: str, schema: Schema) -> Check:
        check = self._whole(file, schema["items"])
        return lambda value: not isinstance(value, list) or all(map(check, value))

    def required(self, file: str, schema: Schema) -> Check:
        wanted = frozenset(schema["required"])
        return lambda value: not isinstance(value, dict) or wanted.issubset(value)

    def dependent_required(self, file: str, schema: Schema) -> Check:
        wanted = {name: frozenset(names) for name, names in schema["dependentRequired"].items()}
        return lambda value: (
            not isinstance(value, dict)
            or all(names.issubset(value) for name, names in wanted.items() if name in value)
        )

    def any_of(self, file: str, schema: Schema) -> Check:
        checks = [self._whole(file, part) for part in schema["anyOf"]]
        return lambda value: any(check(value) for check in checks)

    def not_(self, file: str, schema: Schema) -> Check:
        check = self._whole(file, schema["not"])
        return lambda value: not check(value)

    def if_(self, file: str, schema: Schema) -> Check:
        test, then, other = (self._whole(file, schema.get(part, {})) for part in ("if", "then", "else"))
        return lambda value: then(value) if test(value) else other(value)

    def enum(self, file: str, schema: Schema) -> Check:
        allowed = schema["enum"]
        return lambda value: value in allowed

    def pattern(self, file: str, schema: Schema) -> Check:
        # Compiled when a text is met: some patterns take longer than all the rest of a schema.
        pattern = schema["pattern"]
        return lambda value: not isinstance(value, str) or re.search(pattern, value) is not None

    def minimum(self, file: str, schema: Schema) -> Check:
        least = schema["minimum"]
        return lambda value: not isinstance(value, int) or value >= least

    def maximum(self, file: str, schema: Schema) -> Check:
        most = schema["maximum"]
        return lambda value: not isinstance(value, int) or value <= most

    def min_properties(self, file: str, schema: Schema) -> Check:
        least = schema["minProperties"]
        return lambda value: not isinstance(value, dict) or len(value) >= least

    def max_properties(self, file: str, schema: Schema) -> Check:
        most = schema["maxProperties"]
        return lambda value: not isinstance(value, dict) or len(value) <= most

    def min_items(self, file: str, schema: Schema) -> Check:
        least = schema["minItems"]
        return lambda value: not isinstance(value, list) or len(value) >= least

    def unique_items(self, file: str, schema: Schema) -> Check:
        assert schema["uniqueItems"] is True
        return lambda value: (
            not isinstance(value, list)
            or not any(item in value[:number] for number, item in enumerate(value))
        )


_KEYWORDS: dict[str, Callable[[Fitting, str, Schema], Check]] = {
    "$ref": Fitting.ref,
    "additionalProperties": Fitting.additional_properties,
    "anyOf": Fitting.any_of,
    "dependentRequired": Fitting.dependent_required,
    "enum": Fitting.enum,
    "if": Fitting.if_,
    "items": Fitting.items,
    "maxProperties": Fitting.max_properties,
    "maximum": Fitting.maximum,
    "minItems": Fitting.min_items,
    "minProperties": Fitting.min_properties,
    "minimum": Fitting.minimum,
    "not": Fitting.not_,
    "pattern": Fitting.pattern,
    "properties": Fitting.properties,
    "propertyNames": Fitting.property_names,
    "required": Fitting.required,
    "type": Fitting.type_,
    "uniqueItems": Fitting.unique_items,
}
