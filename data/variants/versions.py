"""What a perturbed text depends on beside its arguments: the code, wherever it lies, the word lists, and Python."""

import ast
import os
import platform
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

from core.identity import code_id, content_id
from core.perturbations.registry import is_own, perturbations
from core.program import PACKAGE
from data.datasets.stored import sample_ids
from data.lexicon import parser
from data.plugins import plugin_versions
from data.workspace import PROJECT, Workspace

WORKER = "data.variants.rows"  # what makes a perturbed text, with all that it imports
REPLACING = ("FLINCH_GLOVE", "FLINCH_TOKENIZER", "FLINCH_SPELLINGS", "FLINCH_ABBREVIATIONS")
SAMPLED = 1 << 22  # bytes of a file's beginning and of its end
LISTS = ("data/lexicon/*.xz", "data/lexicon/*.npz", "data/lexicon/*.txt")


def versions() -> dict[str, str]:
    """Flinch, its commit where it is known, Python, the code's hash, and each word list's, named ones among them."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    build = {"flinch": project["version"], "commit": _commit(), "python": platform.python_version()}
    lists = {path.name: _hash(path.read_bytes()) for path in _lists(PROJECT)}
    return build | {"perturbations": code()} | lists | _replaced_resources()


def code(root: Path = PROJECT, worker: str = WORKER) -> str:
    """A hash of all code and word lists that a perturbed text can depend on, those that variables name among them.

    The code is every module of ours that the worker imports, at any remove, also inside functions. Comments,
    docstrings, layout, imports and where a file lies make no difference.
    """
    own, named = own_code(root, worker), _replaced_resources()
    return content_id(own, *(part for pair in named.items() for part in pair)) if named else own


@cache
def own_code(root: Path, worker: str) -> str:
    """The same without what variables name; found once a process."""
    modules = sorted({_hash(_code_alone(path).encode()) for path in dependencies(root, worker).values()})
    return content_id(*modules, *(part for path in _lists(root) for part in (path.name, _hash(path.read_bytes()))))


def _replaced_resources() -> dict[str, str]:
    """What the variables that replace a word list name: a hash of the file, or of the name of what is no file."""
    paths = {variable: Path(value) for variable in REPLACING if (value := os.environ.get(variable, ""))}
    own = {f"perturbation {p.name}": code_id(p.rewrite) for p in perturbations() if is_own(p)}
    if pipeline := parser.pipeline():
        weights = Path(pipeline) / "parser" / "model"
        paths[parser.NAMED] = weights if weights.is_file() else Path(pipeline)
    files = {variable: _hash(_sample(path)) for variable, path in paths.items()}
    return files | own | (plugin_versions() if own else {})


def _sample(path: Path) -> bytes:
    """A file's size, beginning and end: GloVe's vectors take gigabytes."""
    if not path.is_file():
        return str(path).encode()
    size = path.stat().st_size
    with path.open("rb") as file:
        start = file.read(SAMPLED)
        file.seek(max(0, size - SAMPLED))
        return b"%d:%b%b" % (size, start, file.read(SAMPLED))


def fingerprint(workspace: Workspace, dataset: str, split: str) -> str:
    """A hash of the split's samples; their ids are hashes of all that they hold."""
    digest = blake2b(digest_size=10)
    for sample_id in sample_ids(workspace, dataset, split):
        digest.update(sample_id.encode())
    return digest.hexdigest()


def dependencies(root: Path, module: str) -> dict[str, Path]:
    """The files of the modules of ours that this one imports, itself among them, by the modules' names."""
    files: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _file(root, name)
        if path is None or name in files:
            continue
        files[name] = path
        waiting += [name.rpartition(".")[0]] if "." in name else []  # a package's own file is run too
        waiting += _imported_modules(ast.parse(path.read_text(encoding="utf-8")))
    return files


def _imported_modules(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix(PACKAGE) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = node.module.removeprefix(PACKAGE)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)  # perhaps a module, perhaps a name in it


def _file(root: Path, module: str) -> Path | None:
    place = root.joinpath(*module.split("."))
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


def _code_alone(path: Path) -> str:
    """The file's code without comments, docstrings, layout and imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _beside_the_point(part)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _beside_the_point(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return True
    text = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(text, ast.Constant) and isinstance(text.value, str)


def _lists(root: Path) -> list[Path]:
    return [path for pattern in LISTS for path in sorted(root.glob(pattern))]


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=10).hexdigest()


def _commit() -> str:
    if not (PROJECT / ".git").exists():
        return "unknown"
    try:
        result = subprocess.run(["git", "-C", str(PROJECT), "rev-parse", "HEAD"], capture_output=True, text=True)
    except OSError:
        return "unknown"
    return result.stdout.strip() or "unknown"
