"""The variants of a data set as a grid to take away: every condition and split a file, with a data card.

What comes of it is `<out>/<data set>/<perturbation>/<severity>/<split>.parquet`, README.md and summary.json. The files
are those of the workspace under a second name, or copies where a file can't have two. The same call goes on where an
interrupted one stopped.
"""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import replace as altered
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from core.design import Design
from core.errors import BadInput
from core.perturbations.conditions import ALL, parse_conditions
from core.records import DatasetCard, Sample, Task
from core.severity import Severity
from data.datasets.stored import dataset_card, known_names, save_dataset
from data.durable import aside_of, fsync_folder, may_write, sweep, write_failure_told
from data.formats.jsonl import is_unicode
from data.variants.card import write_card
from data.variants.files import Recipe, VariantFile, finished, in_order, read_footer
from data.variants.gold import SUMMARY, LabelsSeen, read_grid_gold
from data.variants.making import Report, checked, make_variants
from data.variants.versions import code, fingerprint, versions
from data.workspace import Workspace

FILES = "*/*/*.parquet"


@dataclass(frozen=True, slots=True)
class ExportedGrid:
    """What is in the folder now, by perturbation, severity and split; this call added so many of them."""

    folder: Path
    files: tuple[VariantFile, ...]
    added: int


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
    limit: int = 0,
    workers: int | None = None,
    replace: bool = False,
    workspace: Workspace | None = None,
    report: Report | None = None,
) -> ExportedGrid:
    """Perturb a data set of the workspace, or these samples, and write the results under `out`; returns what is there.

    `perturbations` are names, "keyboard@5" with a severity of its own, or chains of those joined by commas. Left out,
    `severities` are those of each perturbation's paper, `splits` and `fields` (the texts to perturb) all of them,
    `workers` all cores. `share` is the probability that a sample is perturbed at all (Zhang et al. 2022, section 2);
    the draw depends on sample, perturbation and seed, so that a larger share takes in the samples of a smaller one.
    `limit` takes that many samples of each split, in the seeded order in which people see them; 0 takes all.

    Files that the same arguments made are kept. Raises BadInput for a name, a severity, a split or a text that does not
    exist, and for a folder that holds something else, unless `replace` is set, which removes an older grid first;
    MissingResource for an absent word list. Nothing is written then.
    """
    conditions = parse_conditions(perturbations, severities)
    if workers is not None and workers < 1:
        raise BadInput(f"Flinch can't run with {workers} workers; give 1 or more.")
    with _readable_dataset(dataset, workspace or Workspace.current()) as (home, card):
        chosen = known_names(splits, card.splits, f"{card.name!r} has no split", "splits")
        drafts = [Design(card.name, split, conditions, seed, limit, share, tuple(fields)) for split in chosen]
        designs = [checked(home, design)[0] for design in drafts]
        folder = Path(out) / card.name
        recipes = {d.split: Recipe.of(d, fingerprint(home, d.dataset, d.split), code()) for d in designs}
        files = _existing_files(folder, recipes, replace)
        added, numbered = 0, isinstance(dataset, str)
        for fresh in _export_missing(home, designs, folder, files, workers, report):
            added += len(fresh)
            files |= {file.place: file for file in fresh}
            write_card(folder, card, files.values(), versions(), numbered)
        if not added and read_grid_gold(folder) is None:  # made by a version that did not say it
            write_card(folder, card, files.values(), versions(), numbered)
        return ExportedGrid(folder, in_order(files.values()), added)


def _export_missing(
    home: Workspace,
    designs: Sequence[Design],
    folder: Path,
    there: Mapping[str, VariantFile],
    workers: int | None,
    report: Report | None,
) -> Iterator[list[VariantFile]]:
    """Put what is not there yet into the folder, some files at a time."""
    sweep(folder)
    for design in designs:
        made = {file.condition for file in there.values() if file.recipe.split == design.split}
        missing = [condition for condition in design.conditions if condition not in made]
        if missing:
            for group in make_variants(home, altered(design, conditions=tuple(missing)), workers, report):
                yield [_place_file(file, folder) for file in group]


def _place_file(file: VariantFile, folder: Path) -> VariantFile:
    """The file under its name in the grid: a second name of the one in the workspace, or a copy of it."""
    target = folder / file.place
    part = aside_of(target)
    with write_failure_told(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(file.path, part)
        except OSError:
            shutil.copyfile(file.path, part)
        part.replace(target)
        fsync_folder(target.parent)
    return altered(file, path=target)


def _existing_files(folder: Path, recipes: Mapping[str, Recipe], replace: bool) -> dict[str, VariantFile]:
    """The files of the grid in this folder, by their place. `recipes` are those of the splits that are wanted.

    Raises BadInput for a folder that holds something else, and for files that were made in another way; with `replace`
    these are removed.
    """
    _check_folder(folder)
    files = {file.place: file for file in finished(folder, FILES)}
    any_recipe = next(iter(recipes.values()))
    for file in files.values():
        split = file.recipe.split
        wanted = recipes.get(split) or altered(any_recipe, split=split, samples=file.recipe.samples)
        difference = file.recipe.difference(wanted)
        if difference and not replace:
            raise BadInput(
                f"{str(folder)!r} already exists, with {difference}; name another folder, or replace the files "
                "there (--replace)."
            )
        if difference:
            _remove(folder, files)
            return {}
    return files


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{str(folder)!r} already exists and is not a folder; give another name.")
    strangers = folder.is_dir() and any(path.is_file() for path in folder.rglob("[!.]*"))
    if strangers and not any(read_footer(path) for path in folder.glob(FILES)):
        raise BadInput(f"{str(folder)!r} already exists and has no grid made by Flinch; name another folder.")


def _remove(folder: Path, files: Mapping[str, VariantFile]) -> None:
    """Remove the grid, its card first; what others put there stays."""
    for name in ("README.md", SUMMARY, *files):
        (folder / name).unlink(missing_ok=True)


@contextmanager
def _readable_dataset(dataset: str | Iterable[Sample], workspace: Workspace) -> Iterator[tuple[Workspace, DatasetCard]]:
    """The data set where it can be read again and again: its workspace, or one aside for the length of the block."""
    if isinstance(dataset, str):
        with _writable(workspace) as home:
            yield home, dataset_card(home, dataset)
        return
    samples = iter(dataset)
    first = next(samples, None)
    if first is None:
        raise BadInput("There are no samples to perturb; give at least one sample.")
    names = tuple(field.name for field in first.fields)
    task = Task.TAGGING if first.tags else Task.PAIR_CLASSIFICATION if len(names) > 1 else Task.CLASSIFICATION
    with TemporaryDirectory(prefix="flinch-") as aside:
        home = Workspace(Path(aside))
        card = DatasetCard(first.dataset, task, (), names, {}, source="samples given to perturb_dataset")
        seen = LabelsSeen()
        checked_samples = (_checked_sample(sample, first, names) for sample in chain([first], samples))
        yield home, seen.known(save_dataset(home, card, seen.watched(checked_samples)))


@contextmanager
def _writable(workspace: Workspace) -> Iterator[Workspace]:
    """The workspace; where that can't be written, one aside that has its data sets, for the length of the block."""
    if may_write(workspace.root) or not workspace.datasets.is_dir():
        yield workspace
        return
    with TemporaryDirectory(prefix="flinch-") as aside:
        home = Workspace(Path(aside))
        home.datasets.symlink_to(workspace.datasets)
        yield home


def _checked_sample(sample: Sample, first: Sample, names: tuple[str, ...]) -> Sample:
    for field in sample.fields:
        if not isinstance(field.text, str):
            raise BadInput(
                f"{field.name!r} of sample {sample.id} is {field.text!r:.60}, which is not text; give a str."
            )
        if not is_unicode(field.text):
            raise BadInput(f"{field.name!r} of sample {sample.id} contains half of a character (a lone surrogate).")
    if tuple(field.name for field in sample.fields) != names or bool(sample.tags) != bool(first.tags):
        raise BadInput(
            f"Sample {sample.id} differs from the first sample in its text fields or tags; give it {', '.join(names)}."
        )
    return sample
