"""How long code is, in lines as they are read: by this a function is kept from growing too long."""

from __future__ import annotations

from rulewright.interpreter.compiler.form import nodes as f

_SHORT = (f.Return, f.Continue, f.Break, f.Append, f.Remove, f.DropThrough, f.Truncate, f.Assign, f.Do)


def size_of(block: f.Block) -> int:
    """Return how many lines a block comes to without notes; nothing that depends on it differs with a journal."""
    return sum(map(_size, block))


def is_short(branch: f.Branch) -> bool:
    """Say whether what is done where a condition holds can be read in the line of the condition."""
    if len(branch.body) != 1:
        return False
    statement = branch.body[0]
    return isinstance(statement, _SHORT) and statement.span == branch.span


def _size(statement: f.Stmt) -> int:
    match statement:
        case f.Note():
            return 0
        case f.If():
            if len(statement.branches) == 1 and not statement.otherwise and is_short(statement.branches[0]):
                return 1
            inner = sum(1 + max(1, size_of(branch.body)) for branch in statement.branches)
            return inner + (1 + size_of(statement.otherwise) if statement.otherwise else 0)
        case f.For() | f.Loop():
            return 1 + max(1, size_of(statement.body))
        case f.Restore():
            return 2 + size_of(statement.body) + size_of(statement.after)
        case f.Burn():
            return 2
    return 1
