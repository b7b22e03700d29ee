"""Models of a run that tell no original texts apart: what changes their mind says nothing of robustness."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from core.models.training.collapse import ENOUGH
from core.records import Task
from data.runs.counts import CellCounts
from data.runs.files import RunCard, RunModel
from data.runs.measures.tags import TagCounts, counts_of
from data.workspace import Workspace


def unlearned(workspace: Workspace, card: RunCard, models: Sequence[str] = ()) -> list[str]:
    """A sentence for each of these models (() for all) that gives all original texts one answer, or finds no entity.

    Nothing is said where fewer than five of the texts have another gold label: one answer may then be right.
    """
    reasons = told_of_unlearned(workspace.runs / card.id, card, models)
    return [in_a_sentence(name, what) for name, what in reasons.items()]


def told_of_unlearned(folder: Path, card: RunCard, models: Sequence[str] = ()) -> dict[str, str]:
    """The names of these models of the run in this folder, and what each does: "gives all 200 original texts the same
    label, no"."""
    reasons = {model.name: _reason(folder, card, model) for model in card.models if not models or model.name in models}
    return {name: what for name, what in reasons.items() if what}


def in_a_sentence(name: str, what: str) -> str:
    """What is said of a model of this name that does this."""
    return f"{name} {what}. Its figures here say nothing about robustness."


def _reason(folder: Path, card: RunCard, model: RunModel) -> str:
    """What the model does with every original text, "" where it tells them apart."""
    counts = counts_of(folder, card, model, None)
    if isinstance(counts, CellCounts):
        return _same_answer_reason(counts, "score" if card.task is Task.SIMILARITY else "label")
    return _no_entity_reason(counts) if isinstance(counts, TagCounts) else ""


def _same_answer_reason(counts: CellCounts, kind_of_answer: str) -> str:
    predicted: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for kind, times in counts.everything.counted.items():
        predicted[kind.before] += times
        gold[kind.gold_before] += times
    if len(predicted) != 1 or not counts.everything.labelled or gold.total() - max(gold.values()) < ENOUGH:
        return ""
    return f"gives all {predicted.total():,} original texts the same {kind_of_answer} ({next(iter(predicted))})"


def _no_entity_reason(counts: TagCounts) -> str:
    sentences = counts.everything.counted
    right = sum(times * pair.before.right for pair, times in sentences.items())
    entities = sum(times * pair.before.named for pair, times in sentences.items())
    return "" if right or entities < ENOUGH else f"finds no entity in the {sum(sentences.values()):,} original texts"
