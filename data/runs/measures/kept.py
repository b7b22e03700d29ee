"""What people kept of a run: a verdict counts where the run's text is the one that they judged.

A candidate's id says from which sample, by which perturbation, severity and seed it was made, not what came of it:
another version of the perturbations may have made another text of it. So texts are compared, not ids alone.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import BadInput
from core.records import CuratedSample
from core.so_many import so_many
from data.runs.counts import Curated
from data.runs.files import RunCard, predictions_path, read_predictions
from data.runs.scores import run_card
from data.store.readable import readable
from data.store.reading import Reading
from data.variants.reading import perturbed_by_id
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class KeptOfRun:
    """The curated samples of a run, by candidate id, that were judged on the very texts that the run predicted.

    Of others that people kept `otherwise` read otherwise in the run; of `gone` the texts are not there to compare.
    """

    samples: Curated = field(default_factory=dict)
    otherwise: int = 0
    gone: int = 0

    @property
    def left_out(self) -> str:
        """How many are left out and why, in a sentence or two; "" where none are."""
        why = {
            "the perturbed text in the run differs from the judged text, because it comes from another version of the "
            "perturbations.": self.otherwise,
            "the judged or the predicted text can no longer be read, so they can't be compared.": self.gone,
        }
        subject = ("sample that people kept is", "samples that people kept are")
        return " ".join(f"{so_many(n, *subject)} left out: {reason}" for reason, n in why.items() if n)


def kept_of_run(store: Reading, workspace: Workspace, card: RunCard) -> KeptOfRun:
    """What people kept of the cells of this run, whose variants lie in this workspace."""
    samples: dict[str, CuratedSample] = {}
    otherwise = gone = 0
    for cell in map(card.cell, card.cells):
        curated = {sample.candidate_id: sample for sample in store.curated(cell)}
        if not curated:
            continue
        path = card.variants_path(workspace, cell.condition)
        placed = store.placed(cell, list(curated))
        elsewhere = [text for text in placed if text.path != path]
        same = {text.id for text in placed} - {text.id for text in elsewhere}
        if elsewhere:
            mine: dict[str, tuple[str, ...]] = {}
            for judged in dict.fromkeys(text.path for text in elsewhere):
                mine |= _texts(judged, [text.id for text in elsewhere if text.path == judged]) or {}
            theirs = _texts(path, [text.id for text in elsewhere])
            if theirs is None:
                paths = (predictions_path(workspace.runs / card.id, model, cell) for model in card.models)
                predicted = {row.candidate_id for path in paths for row in read_predictions(path)}
                gone += len(predicted & curated.keys())
                continue
            both = mine.keys() & theirs.keys()
            same |= {id_ for id_ in both if mine[id_] == theirs[id_]}
            otherwise += sum(mine[id_] != theirs[id_] for id_ in both)
            gone += len(theirs.keys() - mine.keys())
        samples |= {id_: curated[id_] for id_ in same}
    return KeptOfRun(samples, otherwise, gone)


def kept_here(workspace: Workspace, run_id: str, kept_only: bool) -> Curated | None:
    """The same samples of a workspace that may be open elsewhere, None unless `kept_only`; stderr says what is
    left out.

    Raises BadInput where there is no such run, and what `readable` raises.
    """
    if not kept_only:
        return None
    card = run_card(workspace, run_id)
    with readable(workspace) as store:
        kept = kept_of_run(store, workspace, card)
    if kept.left_out:
        print(kept.left_out, file=sys.stderr)
    return kept.samples


def _texts(path: Path, ids: Sequence[str]) -> dict[str, tuple[str, ...]] | None:
    """What these candidates read in this file, by id; None where it is gone."""
    try:
        return perturbed_by_id(path, ids)
    except BadInput:
        return None
