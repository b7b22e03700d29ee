"""Writing a curated set: a folder with the data, its card, the decisions behind it, and what it is made again from."""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.metadata import version
from itertools import chain, count
from pathlib import Path

from core.errors import BadInput
from core.records import Cell
from curation.campaigns.campaigns import Campaign
from curation.quality.gold import QualityRules
from curation.sharing.pseudonyms import Pseudonyms
from data.curated.card import markdown
from data.curated.cells import JudgedCell, chosen_cells, judged_cells
from data.curated.facts import SetFacts, facts_of, plain
from data.curated.files import write_data, write_decisions, write_judged, write_samples
from data.curated.manifest import CellSource, SetManifest, digests, write_manifest
from data.durable import aside_of, swap_folder, write_failure_told, write_text
from data.records_json import encode
from data.store.reading import Reading
from data.store.settings.settings_log import CAMPAIGN, ORDER, ORDERS, QUALITY
from data.variants.files import read_footer
from data.variants.versions import versions
from data.workspace import Workspace

Report = Callable[[int, int, str], None]
"""`(steps done, steps in all, what is being done)`."""
Step = Callable[[str], None]
"""`(what is being done)`."""


class SetFormat(StrEnum):
    """How the data of a set is written; "datasets" is a folder for `datasets.load_from_disk`."""

    PARQUET = "parquet"
    JSONL = "jsonl"
    CSV = "csv"
    DATASETS = "datasets"


@dataclass(frozen=True, slots=True)
class SetRequest:
    """What is to be in the set: these data sets and campaigns, everything for none; real `names` or pseudonyms."""

    name: str = "curated"
    form: SetFormat = SetFormat.PARQUET
    datasets: tuple[str, ...] = ()
    names: bool = False
    campaigns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenSet:
    """Where the set is, its manifest, and how many samples it holds."""

    folder: Path
    manifest: SetManifest
    samples: int


def write_set(
    store: Reading, workspace: Workspace, out: Path, request: SetRequest, report: Report | None = None
) -> WrittenSet:
    """Put the curated set into this folder, whole or not at all; a set that was there before is replaced.

    Raises BadInput where nothing was curated, for a folder that holds something else, and where it can't be written;
    and what `report` raises.
    """
    step = _numbered_steps(report, 3 * len(chosen_cells(store, request.datasets, request.campaigns)) + 2)
    cells = _read(store, request, step)
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "manifest.json").exists())):
        raise BadInput(f"{str(out)!r} exists and is not a curated set; name another folder.")
    aside = aside_of(out)
    try:
        with write_failure_told(out):
            aside.mkdir(parents=True)
            manifest, samples = _fill(store, workspace, aside, request, cells, step)
            swap_folder(aside, out)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return WrittenSet(out, manifest, samples)


def set_facts(store: Reading, workspace: Workspace, request: SetRequest) -> SetFacts:
    """What the card of this set would say; raises BadInput where nothing was curated."""
    cells = _read(store, request, _numbered_steps(None, 0))
    return facts_of(workspace, request.name, cells, _names(request, cells), (), {})


def _numbered_steps(report: Report | None, steps: int) -> Step:
    """Reports what it is called with, each time as the next step."""
    number = count()
    return lambda what: report(next(number), steps, what) if report else None


def _read(store: Reading, request: SetRequest, step: Step) -> list[JudgedCell]:
    """The cells of the set that somebody has looked at."""
    chosen = chosen_cells(store, request.datasets, request.campaigns)
    read = []
    for cell, judged in zip(chosen, judged_cells(store, chosen), strict=True):
        step(f"Reading {cell}")
        read.append(judged)
    if not any(cell.progress.collected for cell in read):
        raise BadInput("Nobody has kept or relabelled a sample yet: there is no curated set to write.")
    return [cell for cell in read if cell.progress.checked or cell.decisions]


def _names(request: SetRequest, cells: Sequence[JudgedCell]) -> Pseudonyms:
    return Pseudonyms() if request.names else Pseudonyms.of(chain.from_iterable(cell.decisions for cell in cells))


def _fill(
    store: Reading, workspace: Workspace, folder: Path, request: SetRequest, cells: Sequence[JudgedCell], step: Step
) -> tuple[SetManifest, int]:
    names = _names(request, cells)
    write_decisions(folder, cells, names)
    files, samples = write_data(store, folder, request.form.value, cells, names, step)
    for cell in cells:
        step(f"Writing the judged texts of {cell.cell}")
        write_judged(folder, cell)
    datasets = tuple(dict.fromkeys(cell.cell.dataset for cell in cells))
    for dataset in datasets:
        write_samples(workspace, folder, dataset, cells)
    step("Measuring agreement between people")
    sources = tuple(chain.from_iterable(_sources(store, workspace, cell.cell) for cell in cells))
    used = versions() | {name: version(name) for name in ("pyarrow", "datasets")}
    facts = facts_of(workspace, request.name, cells, names, [s.recipe.seed for s in sources], used)
    write_text(folder / "card.json", json.dumps(plain(facts), indent=1, ensure_ascii=False))
    write_text(folder / "README.md", markdown(facts, files, request.form.value))
    step("Writing the manifest")
    manifest = SetManifest(
        request.name, request.form.value, not request.names, datasets, sources, _settings(store, cells), used,
        digests(folder),
    )  # fmt: skip
    write_manifest(folder, manifest)
    return manifest, samples


def _sources(store: Reading, workspace: Workspace, cell: Cell) -> Iterator[CellSource]:
    for path in store.files(cell):
        file = read_footer(path)
        if file is None:
            raise BadInput(f"{str(path)!r} no longer holds the texts that people judged; restore the original file.")
        place = path.relative_to(workspace.root).as_posix()
        counts = file.counts
        yield CellSource(cell.perturbation, cell.severity.key, place, file.recipe, counts.drawn, counts.not_applicable)


def _settings(store: Reading, cells: Sequence[JudgedCell]) -> dict[str, str]:
    """What was set that the set depends on: quotas, whether a majority settles, the orders of its cells."""
    orders = {value: key for key, value in ORDERS.items()}
    of_cells = {ORDER + cell.cell.id: orders[cell.progress.order] for cell in cells if cell.progress.order in orders}
    quotas: dict[str, Campaign] = {}
    for cell in cells:
        if (campaign := store.campaign(cell.cell)).name:
            so_far = quotas.setdefault(campaign.id, Campaign(campaign.name, quota=campaign.quota))
            quotas[campaign.id] = replace(so_far, cells=(*so_far.cells, cell.cell.id))
    campaigns = {CAMPAIGN + id_: encode(campaign) for id_, campaign in quotas.items()}
    return {"quota": str(store.quota()), QUALITY: encode(QualityRules(store.quality().majority))} | of_cells | campaigns
