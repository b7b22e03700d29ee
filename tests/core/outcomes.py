"""What a perturbation makes of a text under many keys."""

from core.perturbations.registry import find
from data.lexicon.resources import perturber


def outcomes(name: str, value: float | str, text: str, keys: int = 300) -> set[str]:
    """Every text that some key leads to; empty where the perturbation is not applicable."""
    perturb = perturber().prepared(name, find(name).severity(value), 0)
    made = (perturb(text, str(key)) for key in range(keys))
    return {rewrite.perturbed for rewrite in made if rewrite}
