"""YAML text becomes values that remember the file, line and column they came from; knows YAML and nothing else."""

from interpreter.source.nodes import Entry, MappingNode, Node, ScalarNode, ScalarStyle, SequenceNode
from interpreter.source.plain import Plain, scalar_value, to_plain
from interpreter.source.reader import line_reader, parse_yaml, read_yaml
from interpreter.source.text import SourceText

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
