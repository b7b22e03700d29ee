"""Sentences a second of one process, for every perturbation: with the tags at hand, and cold."""

from collections.abc import Callable, Sequence
from time import process_time

from core.perturb import Perturber
from core.perturbations.registry import Perturbation, perturbations
from core.severity import Severity
from data.resources import perturber, resources, tagger


def run(sentences: Sequence[str], out: Callable[[str], None] = print) -> None:
    """Print sentences per CPU-second: cold (tokens and tags made) and cached (made before)."""
    perturber()  # what is loaded from disk is loaded before the clock starts
    out(f"  {'perturbation':22} {'cold':>10} {'cached':>10}  applied to")
    for perturbation in perturbations():
        fresh = Perturber(tagger(), resources(), remembered=len(sentences) + 1)
        severity = perturbation.severities[0]
        cold, _ = _pace(fresh, perturbation, severity, sentences)
        cached, applied = _pace(fresh, perturbation, severity, sentences)
        share = applied / max(len(sentences), 1)
        out(f"  {perturbation.name:22} {cold:10,.0f} {cached:10,.0f}  {share:.1%} of the sentences, at {severity}")


def _pace(
    fresh: Perturber, perturbation: Perturbation, severity: Severity, sentences: Sequence[str]
) -> tuple[float, int]:
    """(sentences per CPU-second, how many were perturbed)."""
    began = process_time()
    made = [fresh.text(text, perturbation.name, severity, 0, key=str(i)) for i, text in enumerate(sentences)]
    return len(sentences) / max(process_time() - began, 1e-9), sum(rewrite is not None for rewrite in made)
