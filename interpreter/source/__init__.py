"""YAML text becomes values that remember the file, line and column they came from; knows YAML and nothing else."""

from interpreter.source.nodes import Entry, MappingNode, Node, ScalarNode, ScalarStyle, SequenceNode

__all__ = ["Entry", "MappingNode", "Node", "ScalarNode", "ScalarStyle", "SequenceNode"]
