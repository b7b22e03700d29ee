"""Bringing a curated set into a workspace: its samples, the texts that people judged, and what they decided."""

from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from core.errors import BadInput
from core.so_many import so_many
from curation.sharing.decision_import import DecisionImport
from data.candidates.manifest import CellVariants
from data.candidates.manifest import write_manifest as list_cells
from data.curated.manifest import DECISIONS, JUDGED, SAMPLES, SetManifest, read_manifest
from data.curated.rebuilding import file_of
from data.datasets.cards import card_of
from data.datasets.stored import dataset_cards, read_samples, sample_ids, save_dataset
from data.durable import copy_whole, write_failure_told
from data.store import Store
from data.store.decision_import import NameMapping, import_decisions, read_import
from data.variants.files import VariantFile
from data.variants.reading import read_candidates
from data.workspace import Place, Workspace


@dataclass(frozen=True, slots=True)
class ImportedSet:
    """What came in: the data sets that were not there before, and what was brought, contradictions among it."""

    manifest: SetManifest
    new_datasets: tuple[str, ...]
    brought: DecisionImport


def import_set(store: Store, workspace: Workspace, path: Path, naming: NameMapping | None = None) -> ImportedSet:
    """Bring the set of this folder in; twice changes nothing. People are called "<set> A1" unless `naming` says how.

    Raises BadInput for a damaged set, for a data set of the same name that has other samples, where the workspace made
    other texts of the same samples, and for names that are to be asked about; then nothing was decided here.
    """
    folder, manifest = read_manifest(path)
    files = [file_of(folder, place) for place in sorted(manifest.files) if place.startswith(f"{JUDGED}/")]
    missing = _missing_datasets(folder, workspace, files)
    _check_texts(store, files)
    for name in missing:
        card = card_of(folder / SAMPLES / name)
        home = _Samples(folder / SAMPLES)
        save_dataset(workspace, card, chain.from_iterable(read_samples(home, name, split) for split in card.splits))
    _store_variants(workspace, manifest, files)
    store.ingest(workspace.jobs / _job(manifest))
    brought = read_import(store, workspace, folder / DECISIONS, naming or NameMapping(f"{manifest.name} "))
    import_decisions(store, brought)
    return ImportedSet(manifest, tuple(missing), brought)


class _Samples(Workspace):
    """The samples of a set, read like the data sets of a workspace."""

    datasets = Place("")


def _job(manifest: SetManifest) -> str:
    return f"set-{manifest.id}"


def _missing_datasets(folder: Path, workspace: Workspace, files: list[VariantFile]) -> list[str]:
    """The data sets of the set that are not in the workspace; raises BadInput where one has other samples."""
    there = {card.name: card.splits for card in dataset_cards(workspace)}
    missing = []
    for name in dict.fromkeys(file.recipe.dataset for file in files):
        if name not in there:
            if not (folder / SAMPLES / name).is_dir():
                raise BadInput(
                    f"The curated set does not contain the texts of {name!r}; import the data set {name!r} first."
                )
            missing.append(name)
            continue
        for file in files:
            if file.recipe.dataset == name:
                split = file.recipe.split
                ids = set(sample_ids(workspace, name, split)) if split in there[name] else set()
                strange = {candidate.sample_id for candidate in read_candidates(file)} - ids
                if strange:
                    raise BadInput(
                        f"The data set {name!r} in this workspace does not have {so_many(len(strange), 'sample')} of "
                        "the curated set; import the data set that the curated set was made from, or rename the one "
                        "in this workspace."
                    )
    return missing


def _check_texts(store: Store, files: list[VariantFile]) -> None:
    """Raise BadInput where people here see other texts under the same ids: verdicts on one say nothing of the other."""
    for file in files:
        theirs = {candidate.id: candidate for candidate in read_candidates(file)}
        cell = next(iter(theirs.values())).cell
        mine = store.items(cell, sorted(theirs))
        different = [item for item in mine if item.candidate.perturbed != theirs[item.candidate.id].perturbed]
        if different:
            raise BadInput(
                "In this workspace, another version of the perturbations made other texts for "
                f"{so_many(len(different), 'sample')} of {cell}; import the set into another workspace."
            )


def _store_variants(workspace: Workspace, manifest: SetManifest, files: list[VariantFile]) -> None:
    """Put the judged texts where candidates come from, as a job would leave them."""
    entries = []
    with write_failure_told(workspace.variants):
        for file in files:
            recipe = file.recipe
            place = workspace.variants / f"{recipe.dataset}.{recipe.split}.{_job(manifest)}" / file.path.name
            copy_whole(file.path, place)
            entries.append(CellVariants.of(VariantFile(place, file.condition, recipe, file.counts), workspace.root))
        job = workspace.jobs / _job(manifest)
        job.mkdir(parents=True, exist_ok=True)
        list_cells(job, entries)
