"""The registry of families: the job, the forms and the CLI find every kind of model here."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from core.errors import BadInput
from core.models.family import CatalogueEntry, Family
from core.models.spec import ModelSpec

_FAMILIES: dict[str, Family] = {}


def register(family: Family) -> None:
    """Make a family known by its kind."""
    _FAMILIES[family.kind] = family


def families() -> tuple[Family, ...]:
    """Every family, transformers and so MiniLM before the network of our own."""
    _register_own()
    return tuple(sorted(_FAMILIES.values(), key=lambda family: family.kind, reverse=True))


def family(kind: str) -> Family:
    """The family of this kind; raises BadInput that names those there are."""
    by_kind = {family.kind: family for family in families()}
    if kind not in by_kind:
        raise BadInput(f"There is no model family {kind!r}; choose one of {', '.join(sorted(by_kind))}.")
    return by_kind[kind]


def catalogue() -> tuple[CatalogueEntry, ...]:
    """Every model that has a short name."""
    return tuple(entry for family in families() for entry in family.catalogue)


def usual_spec(name: str) -> ModelSpec:
    """The usual training of a model by its short name, or else by its path; raises BadInput for what nobody takes."""
    for entry in catalogue():
        if entry.name == name:
            return entry.spec
    for family in reversed(families()):  # transformers last, who take any path
        if spec := family.spec_of(name):
            return spec
    names = ", ".join(entry.name for entry in catalogue())
    raise BadInput(f"There is no model {name!r}; choose {names}, a hub name or a folder.")


@cache
def _register_own() -> None:
    """Every folder in this one with a module `family` is one."""
    for module in iter_modules(import_module(__package__).__path__, f"{__package__}."):
        if module.ispkg and find_spec(f"{module.name}.family"):
            import_module(f"{module.name}.family")
