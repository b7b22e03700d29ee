"""One call that makes the whole grid of perturbed data sets: every perturbation, every severity, every split.

What comes of it is `<out>/<data set>/<perturbation>/<severity>/<split>.parquet`, README.md and summary.json. A file is
there whole or not at all, so that the same call goes on where an interrupted one stopped.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from core.errors import BadInput
from core.pairing import paired
from core.perturb import Step, parse_step
from core.perturbations import registry
from core.perturbations.registry import find
from core.records import DatasetCard, Sample, Task
from core.severity import Severity
from data.datasets import dataset_card, save_dataset
from data.formats.jsonl import is_unicode
from data.perturb_card import write_card
from data.perturb_made import CellFile, Recipe, in_order, there
from data.perturb_pool import cores
from data.perturb_rows import schema_of
from data.perturb_versions import code, versions
from data.perturb_writing import Making, Source, Told
from data.resources import perturber
from data.workspace import Workspace

ALL = "all"


@dataclass(frozen=True, slots=True)
class Grid:
    """What is in the folder now, by perturbation, severity and split; this call made so many of them."""

    folder: Path
    files: tuple[CellFile, ...]
    made: int


def perturb_dataset(
    dataset: str | Iterable[Sample],
    out: Path | str,
    *,
    perturbations: str | Sequence[str] = ALL,
    severities: Sequence[Severity] = (),
    splits: Sequence[str] = (),
    fields: Sequence[str] = (),
    seed: int = 0,
    share: float = 1.0,
    workers: int | None = None,
    replace: bool = False,
    workspace: Workspace | None = None,
    told: Told | None = None,
) -> Grid:
    """Perturb a data set of the workspace, or these samples, and write the results under `out`; returns what is there.

    `perturbations` are names, or "keyboard@5" with a severity of its own. Left out, `severities` are those of each
    perturbation's paper, `splits` and `fields` (the texts to perturb) all of them, `workers` all cores. `share` is the
    probability that a sample is perturbed at all (Zhang et al. 2022, section 2); the draw depends on sample,
    perturbation and seed, so that a larger share takes in the samples of a smaller one.

    Files that the same arguments made are kept. Raises BadInput for a name, a severity, a split or a text that does not
    exist, and for a folder that holds something else, unless `replace` is set, which removes an older grid first;
    MissingResource for an absent word list. Nothing is written then.
    """
    steps = _steps(perturbations, severities)
    if not 0 < share <= 1:
        raise BadInput(f"The share {share:g} is no probability; give more than 0, at most 1.")
    if workers is not None and workers < 1:
        raise BadInput(f"{workers} workers can do nothing; give 1 or more.")
    with _stored(dataset, workspace or Workspace.current()) as (home, card):
        chosen = _known(fields, card.text_fields, f"{card.name!r} has no text", "texts")
        wanted = _known(splits, [split.name for split in card.splits], f"{card.name!r} has no split", "splits")
        for step in steps:
            perturber().prepared(*step, seed)  # a missing word list is said before anything is written
        source = Source(home, card, {split: _fingerprint(home, card.name, split) for split in wanted})
        folder = Path(out) / card.name
        recipe = Recipe(code(), seed, share, chosen)
        making = Making(source, folder, recipe, schema_of(card.text_fields, card.task is Task.TAGGING))
        files = there(folder, recipe, source.data, replace)
        made = 0
        for cells in making.files(steps, files, workers or cores(), told):
            made += len(cells)
            files |= {cell.place: cell for cell in cells}
            write_card(folder, card, files.values(), versions())
        return Grid(folder, in_order(files.values()), made)


def _steps(names: str | Sequence[str], severities: Sequence[Severity]) -> tuple[Step, ...]:
    chosen = (
        [p.name for p in registry.perturbations()] if names == ALL else [names] if isinstance(names, str) else names
    )
    if not chosen:
        raise BadInput("A grid needs at least one perturbation; name some, or ask for all.")
    plain = [name for name in chosen if "@" not in name]
    spelled = [parse_step(name) for name in chosen if "@" in name]
    papers = (Step(name, severity) for name in plain for severity in find(name).severities)
    return tuple(dict.fromkeys((*(paired(plain, severities) if severities else papers), *spelled)))


def _known(asked: Sequence[str], known: Sequence[str], wrong: str, what: str) -> tuple[str, ...]:
    for name in asked:
        if name not in known:
            raise BadInput(f"{wrong} {name!r}; its {what} are {', '.join(known)}.")
    return tuple(name for name in known if not asked or name in asked)


def _fingerprint(home: Workspace, dataset: str, split: str) -> str:
    """A hash of the split's samples; their ids are hashes of all that they hold."""
    digest = blake2b(digest_size=10)
    with pq.ParquetFile(home.datasets / dataset / f"{split}.parquet") as file:
        for batch in file.iter_batches(columns=["id"]):
            digest.update("".join(batch["id"].to_pylist()).encode())
    return digest.hexdigest()


@contextmanager
def _stored(dataset: str | Iterable[Sample], workspace: Workspace) -> Iterator[tuple[Workspace, DatasetCard]]:
    """The data set where it can be read again and again: its workspace, or one aside for the length of the block."""
    if isinstance(dataset, str):
        yield workspace, dataset_card(workspace, dataset)
        return
    samples = iter(dataset)
    first = next(samples, None)
    if first is None:
        raise BadInput("There are no samples to perturb; give at least one.")
    names = tuple(field.name for field in first.fields)
    task = Task.TAGGING if first.tags else Task.PAIR_CLASSIFICATION if len(names) > 1 else Task.CLASSIFICATION
    with TemporaryDirectory(prefix="flinch-") as aside:
        home = Workspace(Path(aside))
        card = DatasetCard(first.dataset, task, (), names, (), source="samples given to perturb_dataset")
        yield home, save_dataset(home, card, (_checked(sample, first, names) for sample in chain([first], samples)))


def _checked(sample: Sample, first: Sample, names: tuple[str, ...]) -> Sample:
    for field in sample.fields:
        if not isinstance(field.text, str):
            raise BadInput(f"{field.name!r} of sample {sample.id} is {field.text!r:.60}, which is no text; give a str.")
        if not is_unicode(field.text):
            raise BadInput(f"{field.name!r} of sample {sample.id} holds half of a character (a lone surrogate).")
    if tuple(field.name for field in sample.fields) != names or bool(sample.tags) != bool(first.tags):
        raise BadInput(f"Sample {sample.id} has other texts or tags than the first; they must be {', '.join(names)}.")
    return sample
