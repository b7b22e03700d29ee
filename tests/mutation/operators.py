"""What can be wrong with a node of the code: for each kind of node the nodes that may stand in its place."""

import ast
from collections.abc import Iterator
from copy import copy

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
PROSE = 3  # words from which a string is a text for people: what it says is no behaviour


def replacements(node: ast.AST) -> Iterator[ast.AST]:
    """The faults of this very node, those of its parts left out."""
    match node:
        case ast.Compare():
            yield from _compared(node)
        case ast.BinOp(op=op) if type(op) in RECKONED:
            yield _changed(node, op=RECKONED[type(op)]())
        case ast.BoolOp(op=op):
            yield _changed(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=value):
            yield from _constants(value)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if not isinstance(test, ast.Compare | ast.UnaryOp):
                yield _changed(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.comprehension(ifs=ifs):
            yield from (_changed(node, ifs=ifs[:i] + ifs[i + 1 :]) for i in range(len(ifs)))
        case ast.Call():
            yield from _called(node)
        case ast.stmt():
            yield from _statements(node)


def _compared(node: ast.Compare) -> Iterator[ast.AST]:
    for table in (COMPARED, REVERSED):
        for i, op in enumerate(node.ops):
            if type(op) in table:
                yield _changed(node, ops=[*node.ops[:i], table[type(op)](), *node.ops[i + 1 :]])


def _constants(value: object) -> Iterator[ast.AST]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int() | float():
            yield ast.Constant(value + 1)
        case str() if len(value.split()) <= PROSE:
            yield ast.Constant("" if value else "planted")


def _called(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield _changed(node, func=ast.Name(CALLED[node.func.id], ast.Load()))
    for i, keyword in enumerate(node.keywords):
        if keyword.arg:
            yield _changed(node, keywords=node.keywords[:i] + node.keywords[i + 1 :])


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete() | ast.Raise():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy(node)  # its parts are shared: only one of the two is ever in the tree
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
