"""The snapshots that there are, and which of them are kept."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from core.errors import BadInput
from core.perturbations.registry import listed
from core.so_many import so_many
from data.digests import digest
from data.durable import discard
from data.records_json import read_record, record_or_none
from data.store.snapshots.taking import CARD, FOLDER, SnapshotCard
from data.study.copies import FOLDER as STUDIES
from data.study.copies import fault_of

MOST = 14  # snapshots: with one a day two weeks
ROOM = 2 * 10**9  # bytes that they may take together
LEAST = 3  # are kept whatever they take
EVERY = timedelta(days=1)
RULE = f"Flinch keeps the newest {MOST}, or fewer if they exceed {ROOM / 1e9:.0f} GB, but at least {LEAST}."


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot in its folder."""

    path: Path
    card: SnapshotCard

    @property
    def size(self) -> int:
        """Bytes on the disk."""
        return sum(path.stat().st_size for path in self.path.rglob("*") if path.is_file())

    def __str__(self) -> str:
        held = f"{self.card.decisions:,} decisions"
        if self.card.studies:
            held += f", {so_many(self.card.studies, 'study', 'studies')}"
        return f"{self.path.name} ({self.card.why}): {held}"

    def check(self) -> None:
        """Raise BadInput unless every file is there as it was written."""
        for name, wanted in self.card.files.items():
            if Path(name).name != name or not (self.path / name).is_file() or digest(self.path / name) != wanted:
                raise self._damaged_error(name)
        if self.card.studies and (name := fault_of(self.path / STUDIES)):
            raise self._damaged_error(name)

    def _damaged_error(self, name: str) -> BadInput:
        return BadInput(
            f"The snapshot {str(self.path)!r} is damaged: {name} is missing or changed; choose another snapshot."
        )


def snapshots(root: Path) -> list[Snapshot]:
    """The snapshots in the workspace of this root, the newest first; a folder without a readable card is none."""
    folders = sorted((root / FOLDER).glob("[!.]*/"), reverse=True)
    cards = ((folder, record_or_none(folder / CARD, SnapshotCard)) for folder in folders)
    return [Snapshot(folder, card) for folder, card in cards if card]


def snapshot_named(root: Path, name: str) -> Snapshot:
    """The snapshot of this name, "latest", or the one in this folder, wherever it lies; raises BadInput for none."""
    there = snapshots(root)
    if name == "latest" and there:
        return there[0]
    for folder in (root / FOLDER / name, Path(name).expanduser()):
        if (folder / CARD).is_file():
            return Snapshot(folder.resolve(), read_record(folder / CARD, SnapshotCard))
    names = [snapshot.path.name for snapshot in there[:5]]
    if not names:
        raise BadInput(f"The workspace has no snapshots; give the folder of a snapshot instead of {name!r}.")
    raise BadInput(f"There is no snapshot {name!r}; choose latest, {listed(names)}, or name a folder.")


def prune(root: Path) -> list[Path]:
    """Remove the older snapshots, by the RULE; which went."""
    taken = 0
    gone = []
    for place, snapshot in enumerate(snapshots(root)):
        taken += snapshot.size
        if place >= MOST or (place >= LEAST and taken > ROOM):
            with suppress(OSError):
                discard(snapshot.path)
                gone.append(snapshot.path)
    return gone
