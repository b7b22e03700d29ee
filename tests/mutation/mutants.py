"""Every mutant of a source: which fault is planted where, and the source with it planted."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.mutation.operators import replacements

UNTOUCHED = (ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom)  # what is said to people, and names of modules
TYPES = {"annotation", "returns", "decorator_list"}  # fields that say what something is, not what happens


@dataclass(frozen=True, slots=True)
class Mutant:
    """The fault with this number in a source. `name` says it in a way that survives edits elsewhere in the file.

    `where` is the function it lies in, as `Class.method`, or the class, or "module".
    """

    path: str
    number: int
    line: int
    name: str
    where: str


@dataclass(frozen=True, slots=True)
class Site:
    """A node in its place: the `field` of `parent` (at `index` where that is a list), inside the function `where`."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    where: str

    def put(self, node: ast.AST) -> None:
        """Let another node stand here."""
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def mutants(path: str, source: str) -> list[Mutant]:
    """All mutants of this source, in the order of its text."""
    found, named = [], Counter[str]()
    for number, (site, new) in enumerate(_faults(ast.parse(source))):
        name = f"{path}, {site.where}: {_shown(site.node)} -> {_shown(new)}"
        named[name] += 1
        again = f" ({named[name]})" if named[name] > 1 else ""
        found.append(Mutant(path, number, getattr(site.node, "lineno", 0), name + again, site.where))
    return found


def planted(source: str, number: int) -> ast.Module:
    """The source's tree with the fault of this number."""
    tree = ast.parse(source)
    for at, (site, new) in enumerate(_faults(tree)):
        if at == number:
            site.put(new)
            return ast.fix_missing_locations(tree)
    raise IndexError(number)


def _faults(tree: ast.Module) -> Iterator[tuple[Site, ast.AST]]:
    for site in _sites(tree, ""):
        for new in replacements(site.node):
            yield site, ast.copy_location(new, site.node)


def _sites(parent: ast.AST, where: str) -> Iterator[Site]:
    for field, value in ast.iter_fields(parent):
        if field in TYPES:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(node, ast.AST) or _says_nothing(node):
                continue
            yield Site(parent, field, index, node, where or "module")
            if not isinstance(node, UNTOUCHED):
                inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                yield from _sites(node, f"{where}.{node.name}".lstrip(".") if inside else where)


def _says_nothing(node: ast.AST) -> bool:
    """Whether nothing that runs depends on it: docstrings, imports for types, the list of public names."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.If(test=test):
            return ast.unparse(test).endswith("TYPE_CHECKING")
    return False


def _shown(node: ast.AST) -> str:
    """The node in one line; of what has a body only its head."""
    if isinstance(node, ast.comprehension):
        return ast.unparse(node).strip()
    if isinstance(node, ast.If | ast.While):
        node = type(node)(test=node.test, body=[], orelse=[])
    return ast.unparse(node).splitlines()[0]
