"""The models that forms offer."""

from core.models.registry import catalogue


def known_models() -> dict[str, str]:
    """The titles of the models in the catalogue, the shortest first: a whole name that is typed finds its own first."""
    return {entry.name: entry.title for entry in sorted(catalogue(), key=lambda entry: len(entry.title))}
