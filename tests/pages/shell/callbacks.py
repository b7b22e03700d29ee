"""What of the pages' code the browser can start by itself, read off the sources, and what of it nobody guards.

Streamlit runs callbacks, fragments and dialogs without the page around them: whoever may not be on the page any more
could still press what it showed. A callback is guarded where it is passed, `guarded(f)`, or where it is made, below
`@guarded`; fragments and dialogs have `@guarded` as their innermost decorator.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

OWN = {"rerun", "ignore"}  # what Streamlit does itself: it runs nothing of ours
ALONE = {"fragment", "dialog"}
THE_DOOR = "pages/ui/shell/signing_in.py"  # where anybody may come and go, whatever page they may be on


def unguarded(sources: Mapping[str, str]) -> list[str]:
    """ "pages/a.py:12 on_click=_do": each callback, fragment and dialog of these sources (path: text) without guard."""
    trees = {path: ast.parse(source) for path, source in sources.items()}
    known = {path: _guarded_names(tree) for path, tree in trees.items()}
    return [fault for path, tree in trees.items() for fault in _faults(path, tree, known)]


def _faults(path: str, tree: ast.Module, known: Mapping[str, set[str]]) -> Iterator[str]:
    good = known[path] | _imported(tree, known)
    if path == THE_DOOR:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for word in node.keywords:
                if word.arg and word.arg.startswith("on_") and not _is_guarded(word.value, good):
                    yield f"{path}:{node.lineno} {word.arg}={ast.unparse(word.value)}"
        if isinstance(node, ast.FunctionDef) and _starts_alone(node) and _name(node.decorator_list[-1]) != "guarded":
            yield f"{path}:{node.lineno} {node.name}"


def _starts_alone(function: ast.FunctionDef) -> bool:
    return any(_name(one) in ALONE for one in function.decorator_list)


def _is_guarded(value: ast.expr, good: set[str]) -> bool:
    if isinstance(value, ast.Constant):
        return value.value is None or value.value in OWN
    if isinstance(value, ast.Call):
        return _name(value) == "guarded"
    return isinstance(value, ast.Name) and value.id in good


def _guarded_names(tree: ast.Module) -> set[str]:
    """The functions below `@guarded`, names that a guarded function is put under, and functions that do nothing."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    names = {node.name for node in functions if any(_name(one) == "guarded" for one in node.decorator_list)}
    names |= {node.name for node in functions if len(node.body) == 1 and ast.get_docstring(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _name(node.value) == "guarded":
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def _imported(tree: ast.Module, known: Mapping[str, set[str]]) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            path = str(PurePosixPath(*node.module.split("."))) + ".py"
            found |= {alias.asname or alias.name for alias in node.names if alias.name in known.get(path, ())}
    return found


def _name(node: ast.expr) -> str:
    """The last part of what is called or named: "fragment" of `st.fragment(run_every=2)`."""
    while isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
