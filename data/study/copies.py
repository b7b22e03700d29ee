"""Copies of the studies in snapshots: taken file by file, checked before they are used, and without those who left.

A copy lies in the snapshot's folder `studies` as the study lies in the workspace; what was exported is not copied. When
somebody withdraws their answers are deleted from all copies too, and when a study is deleted so are its copies.
"""

import logging
import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from core.errors import BadInput
from curation.study.records import StudyEvent, StudyEventKind
from data.digests import digest
from data.durable import (
    OF_PROCESS,
    discard,
    fsync_file,
    fsync_folder,
    lock_file,
    remove,
    sweep,
    write_failure_told,
    write_text,
)
from data.records_json import encode_checked, record_or_none
from data.study.event_log import FileLog
from data.study.files import EXPORTS, FIXED, PARTICIPANTS
from data.study.gone import Withdrawal, gone_from
from data.study.register import LOCK, change_register, read_register
from data.study.register import NAME as REGISTER

FOLDER, SNAPSHOTS, DIGESTS = "studies", "snapshots", "digests.json"
KNOWN = re.compile(rf"[\w-]{{1,64}}/({'|'.join(map(re.escape, (*FIXED, REGISTER)))}|{PARTICIPANTS}/P\d+\.jsonl)")


@dataclass(frozen=True, slots=True)
class CopiedStudies:
    """The SHA-256 of each file that was copied, by its place under `studies`."""

    digests: Mapping[str, str]

    @property
    def studies(self) -> list[str]:
        return sorted({name.partition("/")[0] for name in self.digests})


def files_of(folder: Path) -> Iterator[Path]:
    """What of a study is copied: all but exports and locks."""
    yield from (folder / name for name in (*FIXED, REGISTER) if (folder / name).is_file())
    yield from sorted((folder / PARTICIPANTS).glob("P*.jsonl"))


def size_of_studies(root: Path) -> int:
    """How many bytes there are to copy: another number says that somebody answered, came or left since."""
    return sum(path.stat().st_size for folder in _studies(root / FOLDER) for path in files_of(folder))


def take_copies(root: Path, snapshot: Path) -> int:
    """Copy every study of the workspace of this root into a snapshot's folder; how many there are.

    The register is held meanwhile, so that it knows all whose files are copied. Raises OSError where the disk is full.
    """
    digests: dict[str, str] = {}
    snapshot.mkdir(mode=0o700, parents=True, exist_ok=True)
    (snapshot / FOLDER).mkdir(mode=0o700)
    for folder in _studies(root / FOLDER):
        to = snapshot / FOLDER / folder.name
        (to / PARTICIPANTS).mkdir(parents=True, mode=0o700)
        try:
            with lock_file(folder / LOCK):
                for path in files_of(folder):
                    shutil.copy2(path, to / path.relative_to(folder))
        except FileNotFoundError:
            if folder.exists():
                raise
            shutil.rmtree(to)  # it was deleted meanwhile
            continue
        digests |= _digests(to)
    _keep(snapshot / FOLDER, digests)
    return len(CopiedStudies(digests).studies)


def copied(copies: Path) -> CopiedStudies | None:
    """What was copied here, None where nothing was or where it can't be read; names of strange places are left out."""
    held = record_or_none(copies / DIGESTS, CopiedStudies)
    return CopiedStudies({n: d for n, d in held.digests.items() if KNOWN.fullmatch(n)}) if held else None


def fault_of(copies: Path) -> str:
    """The first file that is not as it was copied, "" where all are."""
    held = copied(copies)
    if held is None:
        return DIGESTS
    for name, wanted in held.digests.items():
        if not (copies / name).is_file() or digest(copies / name) != wanted:
            return f"{FOLDER}/{name}"
    return ""


def heal(root: Path) -> None:
    """Bring to its end, whenever Flinch starts, what a kill left half done: leftovers go, and whoever withdrew is gone
    from everywhere. What can't be done is written to the log."""
    sweep(root)
    try:
        forget_everywhere(root, gone_from(root))
    except BadInput as error:
        logging.getLogger("flinch").warning("some withdrawn data could not be deleted: %s", error)


def forget_everywhere(root: Path, gone: Collection[Withdrawal]) -> None:
    """Delete the answers of these from the studies of the workspace of this root, what was exported into them too, and
    from all snapshots, one that is being taken too; shut their links and free their places.

    Nothing is done where that is done already. Raises BadInput where a place can't be written.
    """
    for folder in (root / FOLDER, root / SNAPSHOTS):
        sweep(folder)
        for old in folder.glob(".*"):  # earlier versions gave what they were making no process's number
            if not OF_PROCESS.fullmatch(old.name):
                remove(old)
    with write_failure_told(root / FOLDER):
        for withdrawal in sorted(gone):
            _leave(root / FOLDER / withdrawal.study, withdrawal)
    for snapshot in sorted((root / SNAPSHOTS).glob("*/")):
        forget(snapshot / FOLDER, gone)


def forget(copies: Path, gone: Iterable[Withdrawal]) -> None:
    """Delete the answers of these from the copies in one snapshot; nothing is done where they are deleted already."""
    held = copied(copies)
    digests = dict(held.digests) if held else {}
    with write_failure_told(copies):
        for withdrawal in sorted(gone):
            _forget_one(copies, withdrawal, digests)
        if held and digests != held.digests:
            _keep(copies, digests)


def _leave(folder: Path, withdrawal: Withdrawal) -> None:
    if not KNOWN.fullmatch(f"{withdrawal.study}/{REGISTER}") or not folder.is_dir():
        return
    if not withdrawal.participant:
        discard(folder)
        return
    if not _is_erased(FileLog(folder / PARTICIPANTS / f"{withdrawal.participant}.jsonl")):
        with suppress(FileNotFoundError):
            shutil.rmtree(folder / EXPORTS)  # before the file: as long as that is not erased, this is done again
    erase(folder, withdrawal.participant)


def _forget_one(copies: Path, withdrawal: Withdrawal, digests: dict[str, str]) -> None:
    folder = copies / withdrawal.study
    if not KNOWN.fullmatch(f"{withdrawal.study}/{REGISTER}"):
        return
    if not withdrawal.participant:
        for name in [name for name in digests if name.startswith(f"{withdrawal.study}/")]:
            del digests[name]
        with suppress(FileNotFoundError):
            shutil.rmtree(folder)
    elif (folder / PARTICIPANTS / f"{withdrawal.participant}.jsonl").exists():
        erase(folder, withdrawal.participant)
        digests |= _digests(folder)


def erase(folder: Path, pseudonym: str) -> None:
    """Leave of this participant in the study of this folder that they withdrew, and no link that leads to them."""
    log = FileLog(folder / PARTICIPANTS / f"{pseudonym}.jsonl")
    event = StudyEvent(f"withdrew-{pseudonym}", StudyEventKind.WITHDREW, datetime.now(UTC))
    if not _is_erased(log):
        log.path.parent.mkdir(exist_ok=True, mode=0o700)
        with log.holding():
            log.replace_all(event)
    try:
        register = read_register(folder)
    except BadInput:  # a register that can't be read is put right from the files of participants
        return
    if register.dead(pseudonym).without(pseudonym) != register:
        change_register(folder, lambda current: current.dead(pseudonym).without(pseudonym))


def _is_erased(log: FileLog) -> bool:
    with suppress(BadInput):
        return [event.kind for event in log.read()] == [StudyEventKind.WITHDREW]
    return False


def _studies(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("[!.]*/")) if KNOWN.fullmatch(f"{path.name}/{REGISTER}")]


def _digests(folder: Path) -> dict[str, str]:
    return {f"{folder.name}/{path.relative_to(folder)}": digest(path) for path in files_of(folder)}


def _keep(copies: Path, digests: Mapping[str, str]) -> None:
    for name in digests:
        fsync_file(copies / name)
    write_text(copies / DIGESTS, encode_checked(CopiedStudies(digests)))
    fsync_folder(copies)
