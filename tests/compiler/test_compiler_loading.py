"""What a resumed function needs of its frame is loaded once on each path, and before anything could change it."""

import pytest

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.make import FALSE, ONE, ZERO
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.compiler.passes.loading import with_loads

A, B, C = (Symbol(name, "variable") for name in "abc")
Y, Z = Symbol("y"), Symbol("z")
SLOTS = {A: 1, B: 2, C: 3}


def is_(symbol: Symbol, value: f.Expr) -> f.Stmt:
    return f.Assign(symbol, value, None)


def if_(test: f.Expr, *body: f.Stmt, otherwise: f.Block = ()) -> f.If:
    return f.If((f.Branch(test, body, None),), otherwise, None)


def give(symbol: Symbol) -> f.Stmt:
    return f.Return(f.Use(symbol), None)


def load(symbol: Symbol) -> f.Stmt:
    return f.Load(symbol, SLOTS[symbol], None)


def plus(one: f.Expr, other: f.Expr) -> f.Expr:
    return f.Arith(one, "+", other)


UA, UB, UC, UY = map(f.Use, (A, B, C, Y))
TURN = f.Loop(
    None,
    (
        if_(f.Not(f.Compare(UA, "<", f.Num(3))), f.Break(None)),
        is_(A, plus(UA, ONE)),
        if_(UB, is_(Y, UC), f.Return(FALSE, None)),
    ),
    None,
)
BOTH = if_(UY, give(A), otherwise=(is_(Z, UB),))

CASES = {
    "before the first statement that needs it": (
        (is_(Y, ONE), is_(Z, UB), is_(Z, plus(UB, UA))),
        (is_(Y, ONE), load(B), is_(Z, UB), load(A), is_(Z, plus(UB, UA))),
    ),
    "what is set anew is not loaded": ((is_(A, ONE), is_(Y, UA)), (is_(A, ONE), is_(Y, UA))),
    "what is set from itself is": ((is_(A, plus(UA, ONE)),), (load(A), is_(A, plus(UA, ONE)))),
    "inside a block that is left at its end": (
        (if_(UY, is_(Z, UA), give(B)), give(A)),
        (if_(UY, load(A), is_(Z, UA), load(B), give(B)), load(A), give(A)),
    ),
    "before a block that goes on": (
        (if_(UY, is_(A, ONE)), f.Return(plus(UA, UB), None)),
        (if_(UY, is_(A, ONE)), load(A), load(B), f.Return(plus(UA, UB), None)),
    ),
    "before a loop, all that it needs": ((TURN, give(C)), (load(A), load(B), load(C), TURN, give(C))),
    "before an if with an else": ((BOTH, give(B)), (load(A), load(B), BOTH, give(B))),
    "a block inside a block": (
        (if_(UY, if_(UA, give(B)), give(C)), f.Return(ZERO, None)),
        (if_(UY, load(A), if_(UA, load(B), give(B)), load(C), give(C)), f.Return(ZERO, None)),
    ),
}


@pytest.mark.parametrize(("code", "wanted"), CASES.values(), ids=CASES)
def test_loads_stand_where_they_are_needed(code, wanted):
    assert with_loads(code, SLOTS) == wanted


def noted(symbol: Symbol) -> f.Note:
    return f.Note((f.Tell((f.Use(symbol),), None),), None)


def test_a_note_loads_only_with_a_journal():
    code = (noted(A), if_(UY, noted(B), f.Return(ONE, None)), give(A))
    assert with_loads(code, SLOTS) == (
        f.Note((load(A),), None),
        noted(A),
        if_(UY, f.Note((load(B),), None), noted(B), f.Return(ONE, None)),
        load(A),
        give(A),
    )


def test_a_note_behind_what_is_set_anew_tells_the_new_value():
    code = (is_(A, f.Num(2)), noted(A))
    assert with_loads(code, SLOTS) == code
