"""What of a study never changes once it is made: `study.toml`, `items.jsonl`, `assignment.json`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.errors import BadInput
from curation.study.design import StudyDesign
from curation.study.records import StudyItem
from data.digests import digest
from data.durable import write_text
from data.records_json import decode, encode, read_record
from data.study.toml_form import design_as_toml, design_of_toml

DESIGN, ITEMS, PLAN = "study.toml", "items.jsonl", "assignment.json"
FIXED = (DESIGN, ITEMS, PLAN)
PARTICIPANTS, EXPORTS = "participants", "exports"


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """The ids of the items of each place in the study, and sentences on what could not be drawn as asked."""

    places: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StudyFiles:
    """A study as it was made."""

    design: StudyDesign
    items: Mapping[str, StudyItem]
    plan: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]

    def write(self, folder: Path) -> None:
        """Put it into a folder that nobody looks at yet."""
        write_text(folder / DESIGN, design_as_toml(self.design))
        write_text(folder / ITEMS, "".join(encode(item) + "\n" for item in self.items.values()))
        write_text(folder / PLAN, encode(StudyPlan(self.plan, self.notes)))
        (folder / PARTICIPANTS).mkdir(mode=0o700)

    @staticmethod
    def digests(folder: Path) -> Mapping[str, str]:
        """The SHA-256 of each of these files in a study's folder."""
        return {name: digest(folder / name) for name in FIXED}


def read_study(folder: Path) -> StudyFiles:
    """The study in this folder, read once a process. Raises BadInput where a file is missing or damaged."""
    try:
        return _read(folder, (folder / DESIGN).stat().st_mtime_ns)
    except OSError as error:
        raise BadInput(
            f"The study in {str(folder)!r} can't be read ({error.filename}: {error.strerror}); restore a copy of it."
        ) from error


@lru_cache(maxsize=16)
def _read(folder: Path, _: int) -> StudyFiles:
    with _damage_told(folder / DESIGN):
        design = design_of_toml((folder / DESIGN).read_text(encoding="utf-8"))
    with _damage_told(folder / ITEMS):
        lines = (folder / ITEMS).read_text(encoding="utf-8").split("\n")
        items = [decode(line, StudyItem) for line in lines if line]
    plan = read_record(folder / PLAN, StudyPlan)
    return StudyFiles(design, {item.id: item for item in items}, plan.places, plan.notes)


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    try:
        yield
    except (BadInput, UnicodeDecodeError) as error:
        raise BadInput(f"{str(path)!r} is damaged ({error}); restore a copy of it.") from error
