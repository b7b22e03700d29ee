"""The manifest of a curated set: what it follows from, so that it can be made again, and what came of it."""

from dataclasses import dataclass, field
from pathlib import Path

from core.errors import BadInput
from data.digests import digest
from data.durable import write_text
from data.records_json import encode, read_record
from data.variants.files import Recipe

NAME = "manifest.json"
DECISIONS = "decisions.jsonl"
JUDGED, SAMPLES, DATA = "judged", "samples", "data"


@dataclass(frozen=True, slots=True)
class CellSource:
    """The file of variants that a cell's candidates lie in, by its path in the workspace, and how it was made."""

    perturbation: str
    severity: str
    file: str
    recipe: Recipe
    samples: int
    not_applicable: int


@dataclass(frozen=True, slots=True)
class SetManifest:
    """What a curated set follows from: data sets, designs (each cell's recipe), decisions, settings.

    `files` has the SHA-256 of every file of the set, by its path within it.
    """

    name: str
    form: str
    pseudonyms: bool
    datasets: tuple[str, ...]
    cells: tuple[CellSource, ...]
    settings: dict[str, str]
    versions: dict[str, str]
    files: dict[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The same for the same decisions on the same samples."""
        return self.files.get(DECISIONS, "")[:12]

    def data_files(self) -> dict[str, str]:
        """The digests of the files that hold the set itself."""
        return {path: expected for path, expected in self.files.items() if path.startswith(f"{DATA}/")}


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file in this folder but the manifest, by its path within."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != NAME)
    return {path.relative_to(folder).as_posix(): digest(path) for path in files}


def write_manifest(folder: Path, manifest: SetManifest) -> None:
    write_text(folder / NAME, encode(manifest, indent=1))


def read_manifest(path: Path) -> tuple[Path, SetManifest]:
    """The folder of a set and its manifest, by either's path.

    Raises BadInput where there is none, and where the decisions, the samples or the judged texts are not as written.
    """
    folder = path if path.is_dir() else path.parent
    if not (folder / NAME).is_file():
        raise BadInput(f"There is no curated set in {str(folder)!r}; name the folder that contains {NAME}.")
    manifest = read_record(folder / NAME, SetManifest)
    for place, expected in manifest.files.items():
        needed = place == DECISIONS or place.startswith((f"{JUDGED}/", f"{SAMPLES}/"))
        if ".." in Path(place).parts or Path(place).is_absolute():
            raise BadInput(f"{place!r} in the manifest is outside the set; get the set from its source again.")
        if needed and (not (folder / place).is_file() or digest(folder / place) != expected):
            raise BadInput(f"{str(folder / place)!r} differs from the manifest; get the set from its source again.")
    return folder, manifest
