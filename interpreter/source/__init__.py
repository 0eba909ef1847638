"""YAML text becomes values that remember the file, line and column they came from; knows YAML and nothing else."""

from rulewright.interpreter.source.nodes import (
    Entry,
    MappingNode,
    Node,
    ScalarNode,
    ScalarStyle,
    SequenceNode,
)
from rulewright.interpreter.source.plain import Plain, scalar_value, to_plain
from rulewright.interpreter.source.reader import line_reader, parse_yaml, read_yaml
from rulewright.interpreter.source.text import SourceText

__all__ = [
    "Entry",
    "MappingNode",
    "Node",
    "Plain",
    "ScalarNode",
    "ScalarStyle",
    "SequenceNode",
    "SourceText",
    "line_reader",
    "parse_yaml",
    "read_yaml",
    "scalar_value",
    "to_plain",
]
