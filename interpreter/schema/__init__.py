"""The shape of a file: JSON Schemas under `schemas/`, and their errors as findings in plain words."""

from rulewright.interpreter.schema.check import SchemaName, check_shape, load_schema

__all__ = ["SchemaName", "check_shape", "load_schema"]
