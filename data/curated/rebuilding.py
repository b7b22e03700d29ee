"""Making a curated set again from the data set, the designs and the decisions that its manifest names."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from core.design import Condition
from core.errors import BadInput
from core.records import Decision
from core.severity import Severity
from data.append_log import AppendLog
from data.candidates.manifest import CellVariants
from data.candidates.manifest import write_manifest as list_cells
from data.curated.manifest import DECISIONS, CellSource, SetManifest, read_manifest
from data.curated.writing import SetFormat, SetRequest, write_set
from data.durable import write_failure_told
from data.records_json import decode
from data.store import Store
from data.store.settings.settings_log import put_settings
from data.variants.files import Recipe, VariantFile, read_footer
from data.variants.making import variants
from data.variants.versions import code, fingerprint
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class RebuiltSet:
    """Where it is, how many data files are the same byte for byte, and a sentence for what is otherwise, and why."""

    folder: Path
    same: int
    otherwise: tuple[str, ...]


def rebuild_set(workspace: Workspace, manifest_path: Path, out: Path) -> RebuiltSet:
    """Make the set of this manifest again, into another folder, with the data sets of this workspace.

    Texts are perturbed anew where data set and perturbations are those of then; else those that people judged are
    taken, where the workspace holds them still. Raises BadInput where neither can be done, or the set is damaged.
    """
    folder, manifest = read_manifest(manifest_path)
    if out.resolve() == folder.resolve():
        raise BadInput(f"{str(out)!r} is the set itself; name another folder for the rebuilt set.")
    reasons: list[str] = []
    with _temporary_workspace(workspace) as home:
        entries = [_entry(workspace, home, source, reasons) for source in manifest.cells]
        job = home.jobs / "set"
        job.mkdir(parents=True)
        list_cells(job, entries)
        lines = (folder / DECISIONS).read_bytes().splitlines()
        AppendLog(home.journal, Decision).append([decode(line, Decision) for line in lines])
        put_settings(home.root, manifest.settings)
        with closing(Store.open(home)) as store:
            store.ingest(job)
            request = SetRequest(manifest.name, SetFormat(manifest.form), (), not manifest.pseudonyms)
            if not any(cell.collected for cell in store.cells()):
                why = "; ".join(dict.fromkeys(reasons)) or "its decisions are about other samples"
                raise BadInput(f"The set can't be rebuilt: {why}; use the workspace in which the set was made.")
            rebuilt = write_set(store, home, out, request).manifest
    before, after = manifest.data_files(), rebuilt.data_files()
    otherwise = [place for place in sorted({*before, *after}) if before.get(place) != after.get(place)]
    reasons += _versions(manifest, rebuilt)
    why = "; ".join(dict.fromkeys(reasons)) or "the manifest was changed"
    changes = tuple(f"{place} has changed: {why}." for place in otherwise)
    return RebuiltSet(out, len(before.keys() | after.keys()) - len(otherwise), changes)


@contextmanager
def _temporary_workspace(workspace: Workspace) -> Iterator[Workspace]:
    """A workspace aside with the same data sets, gone afterwards."""
    with write_failure_told(workspace.root), TemporaryDirectory(prefix=".set-", dir=workspace.root) as aside:
        home = Workspace(Path(aside))
        home.datasets.symlink_to(workspace.datasets, target_is_directory=True)
        yield home.prepare()


def _entry(workspace: Workspace, home: Workspace, source: CellSource, reasons: list[str]) -> CellVariants:
    """The file with the cell's texts, made anew or taken over."""
    condition = Condition(source.perturbation, Severity.parse(source.severity))
    recipe = source.recipe
    otherwise = _why_texts_differ(workspace, recipe)
    path = workspace.root / source.file
    stored = read_footer(path) if path.resolve().is_relative_to(workspace.variants.resolve()) else None
    if otherwise and stored and stored.recipe == recipe:
        (home.root / source.file).parent.mkdir(parents=True, exist_ok=True)
        (home.root / source.file).symlink_to(path)
        place = (recipe.dataset, recipe.split, *condition)
        return CellVariants(*place, source.file, source.samples, source.not_applicable)
    if otherwise:
        reasons.append(otherwise)
    [file] = variants(home, recipe.design(condition), workers=1)
    return CellVariants.of(file, home.root)


def _why_texts_differ(workspace: Workspace, recipe: Recipe) -> str:
    """Why texts made now would be others; "" where they are the same."""
    if not recipe.samples or not recipe.code:
        return "Flinch did not make its texts from a data set"
    try:
        samples = fingerprint(workspace, recipe.dataset, recipe.split)
    except BadInput as error:
        return str(error).rstrip(".")
    return recipe.difference(replace(recipe, samples=samples, code=code()))


def _versions(then: SetManifest, now: SetManifest) -> Sequence[str]:
    """What was made by other versions."""
    names = sorted({*then.versions, *now.versions})
    pairs = ((name, then.versions.get(name, "none"), now.versions.get(name, "none")) for name in names)
    return [f"{name} was {before} and is {after}" for name, before, after in pairs if before != after]


def file_of(folder: Path, place: str) -> VariantFile:
    """The variants in this file of a set; raises BadInput where it holds none."""
    if file := read_footer(folder / place):
        return file
    raise BadInput(f"{str(folder / place)!r} does not hold the texts that people judged; copy the set again.")
