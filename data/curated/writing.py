"""Writing a curated set: a folder with the data, its card, the decisions behind it, and what it is made again from."""

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from core.errors import BadInput
from core.records import Cell, Decision
from curation.quality.gold import QualityRules
from curation.sharing.pseudonyms import Pseudonyms
from data.curated.card import markdown
from data.curated.facts import facts_of, plain
from data.curated.manifest import DATA, DECISIONS, JUDGED, SAMPLES, CellSource, SetManifest, digests, write_manifest
from data.datasets.stored import dataset_card, read_samples, save_dataset
from data.durable import swap_folder, unwritable, write_text
from data.records_json import encode
from data.store import Store
from data.store.export import FileFormat, as_bytes, curated_table
from data.store.journal import as_line
from data.store.settings.stored import ORDER, ORDERS, QUALITY
from data.variants.files import read_footer
from data.variants.versions import versions
from data.variants.writing import PlacedCandidate, write_candidates
from data.workspace import Workspace


class SetFormat(StrEnum):
    """How the data of a set is written; "datasets" is a folder for `datasets.load_from_disk`."""

    PARQUET = "parquet"
    JSONL = "jsonl"
    CSV = "csv"
    DATASETS = "datasets"


@dataclass(frozen=True, slots=True)
class SetRequest:
    """What is to be in the set: these data sets, all of them for none; real `names` instead of pseudonyms."""

    name: str = "curated"
    form: SetFormat = SetFormat.PARQUET
    datasets: tuple[str, ...] = ()
    names: bool = False


@dataclass(frozen=True, slots=True)
class WrittenSet:
    """Where the set is, its manifest, and how many samples it holds."""

    folder: Path
    manifest: SetManifest
    samples: int


def write_set(store: Store, workspace: Workspace, out: Path, request: SetRequest) -> WrittenSet:
    """Put the curated set into this folder, whole or not at all; a set that was there before is replaced.

    Raises BadInput where nothing was curated, for a folder that holds something else, and where it can't be written.
    """
    cells = _cells(store, request)
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "manifest.json").exists())):
        raise BadInput(f"{str(out)!r} exists already and is no curated set; name another folder.")
    aside = out.with_name(f".{out.name}.part")
    try:
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        manifest, samples = _fill(store, workspace, aside, request, cells)
        swap_folder(aside, out)
    except OSError as error:
        raise unwritable(out, error) from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return WrittenSet(out, manifest, samples)


def _cells(store: Store, request: SetRequest) -> list[Cell]:
    known = [progress.cell for progress in store.cells()]
    strange = sorted(set(request.datasets) - {cell.dataset for cell in known})
    if strange:
        raise BadInput(f"Nothing was prepared of a data set {strange[0]!r}; leave it out.")
    cells = [cell for cell in known if not request.datasets or cell.dataset in request.datasets]
    if not any(store.progress(cell).collected for cell in cells):
        raise BadInput("Nobody has kept or relabelled a sample yet: there is no curated set to write.")
    return [cell for cell in cells if store.progress(cell).checked or store.decisions(cell)]


def _fill(
    store: Store, workspace: Workspace, folder: Path, request: SetRequest, cells: Sequence[Cell]
) -> tuple[SetManifest, int]:
    decisions = list(chain.from_iterable(map(store.decisions, cells)))
    names = Pseudonyms() if request.names else Pseudonyms.of(decisions)
    _write_decisions(folder, (names.of_decision(decision) for decision in decisions))
    files, samples = _write_data(store, folder, request.form, cells, names)
    for cell in cells:
        _write_judged(store, folder, cell)
    for dataset in dict.fromkeys(cell.dataset for cell in cells):
        _write_samples(store, workspace, folder, dataset, cells)
    sources = tuple(chain.from_iterable(_sources(store, workspace, cell) for cell in cells))
    used = versions() | {name: version(name) for name in ("pyarrow", "datasets")}
    facts = facts_of(store, workspace, request.name, cells, names, [s.recipe.seed for s in sources], used)
    write_text(folder / "card.json", json.dumps(plain(facts), indent=1, ensure_ascii=False))
    write_text(folder / "README.md", markdown(facts, files, request.form.value))
    datasets = tuple(dict.fromkeys(cell.dataset for cell in cells))
    manifest = SetManifest(
        request.name, request.form.value, not request.names, datasets, sources, _settings(store, cells), used,
        digests(folder),
    )  # fmt: skip
    write_manifest(folder, manifest)
    return manifest, samples


def _write_decisions(folder: Path, decisions: Iterable[Decision]) -> None:
    write_text(folder / DECISIONS, "".join(map(as_line, decisions)))


def _write_data(
    store: Store, folder: Path, form: SetFormat, cells: Sequence[Cell], names: Pseudonyms
) -> tuple[dict[tuple[str, str], str], int]:
    """A file for each data set and split; their places, and how many samples they hold."""
    places, samples = dict[tuple[str, str], str](), 0
    for dataset, split in dict.fromkeys((cell.dataset, cell.split) for cell in cells):
        table = curated_table(store, [cell for cell in cells if (cell.dataset, cell.split) == (dataset, split)])
        if not table.num_rows:
            continue
        table = pa.Table.from_pylist([names.of_row(row) for row in table.to_pylist()], schema=table.schema)
        ending = f".{form.value}" if form is not SetFormat.DATASETS else ""
        place = f"{DATA}/{dataset}/{split}{ending}"
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        if form is SetFormat.DATASETS:
            _save_to_disk(table, folder / place)
        else:
            (folder / place).write_bytes(as_bytes(table, FileFormat(form.value)))
        places[dataset, split] = place
        samples += table.num_rows
    return places, samples


def _save_to_disk(table: pa.Table, folder: Path) -> None:
    """As `datasets` writes it, with a fingerprint that is always the same."""
    import datasets

    datasets.disable_progress_bars()
    datasets.Dataset(datasets.table.InMemoryTable(table), fingerprint="0" * 16).save_to_disk(str(folder))


def _write_judged(store: Store, folder: Path, cell: Cell) -> None:
    """The texts that people judged, those they discarded too, as a file of variants."""
    ids = {decision.candidate_id for decision in store.decisions(cell)}
    ids |= {sample.candidate_id for sample in store.curated(cell)}
    items = store.items(cell, sorted(ids))
    order = {id_: place for place, id_ in enumerate(store.ids(cell))}
    placed = [PlacedCandidate(item.candidate, item.gold_label, order[item.candidate.id]) for item in items]
    if placed := sorted(placed, key=lambda row: row.order):
        write_candidates(folder / JUDGED / f"{cell.dataset}.{cell.split}", placed)


def _write_samples(store: Store, workspace: Workspace, folder: Path, dataset: str, cells: Sequence[Cell]) -> None:
    """The original samples that were judged, as a data set; nothing where the data set was removed."""
    try:
        card = dataset_card(workspace, dataset)
    except BadInput:
        return
    wanted = set(chain.from_iterable(_judged(store, cell) for cell in cells if cell.dataset == dataset))
    splits = dict.fromkeys(cell.split for cell in cells if cell.dataset == dataset)
    known = {split.name for split in card.splits} & set(splits)
    found = chain.from_iterable(read_samples(workspace, dataset, split) for split in splits if split in known)
    with TemporaryDirectory(dir=folder) as aside:
        home = Workspace(Path(aside))
        save_dataset(home, card, (sample for sample in found if sample.id in wanted))
        shutil.copytree(home.datasets / dataset, folder / SAMPLES / dataset)


def _judged(store: Store, cell: Cell) -> set[str]:
    """The ids of the samples of the cell that people decided on or that were collected."""
    ids = {decision.candidate_id for decision in store.decisions(cell)}
    known = {candidate.sample_id for candidate in store.candidates(ids).values()}
    return known | {sample.sample_id for sample in store.curated(cell)}


def _sources(store: Store, workspace: Workspace, cell: Cell) -> Iterator[CellSource]:
    for path in store.files(cell):
        file = read_footer(path)
        if file is None:
            raise BadInput(f"{str(path)!r} does not hold the texts that people judged any more; put it back.")
        place = path.relative_to(workspace.root).as_posix()
        counts = file.counts
        yield CellSource(cell.perturbation, cell.severity.key, place, file.recipe, counts.drawn, counts.not_applicable)


def _settings(store: Store, cells: Sequence[Cell]) -> dict[str, str]:
    """What was set that the set depends on: the quota, whether a majority settles, the orders of its cells."""
    orders = {value: key for key, value in ORDERS.items()}
    known = {ORDER + cell.id: orders[order] for cell in cells if (order := store.progress(cell).order) in orders}
    return {"quota": str(store.quota()), QUALITY: encode(QualityRules(store.quality().majority)), **known}
