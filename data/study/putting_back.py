"""Studies put back from the copies in a snapshot: what is missing or damaged comes back, and nobody who withdrew."""

import re
import shutil
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import BadInput
from curation.study.records import StudyEventKind
from curation.study.steps import participant_of
from data.durable import folder_written_whole, write_failure_told
from data.study.copies import FOLDER, copied, erase
from data.study.event_log import FileLog
from data.study.files import FIXED, ITEMS, PARTICIPANTS, PLAN, read_study
from data.study.gone import Withdrawal
from data.study.register import NAME as REGISTER
from data.study.register import read_register, write_register


@dataclass(frozen=True, slots=True)
class RestoredStudies:
    """How many studies came back whole, and what was missing or damaged in others."""

    whole: int
    notes: tuple[str, ...]


def put_back(root: Path, copies: Path, gone: Collection[Withdrawal]) -> RestoredStudies:
    """Put the studies that were copied here right in the workspace of this root.

    Of whoever is among the `gone` nothing comes back, nor does a study that was deleted. Raises BadInput where the
    place can't be written.
    """
    held = copied(copies)
    whole = 0
    notes: list[str] = []
    for id_ in held.studies if held else ():
        if Withdrawal(id_) in gone:
            continue
        left = sorted(withdrawal.participant for withdrawal in gone if withdrawal.study == id_)
        target = root / FOLDER / id_
        with write_failure_told(target):
            if not target.exists():
                _bring(copies / id_, target, left)
                whole += 1
            else:
                notes += _mend(copies / id_, target, left)
    return RestoredStudies(whole, tuple(notes))


def _bring(copy: Path, target: Path, left: Collection[str]) -> None:
    """The whole study, which is then there at once."""
    with folder_written_whole(target) as aside:
        shutil.copytree(copy, aside, dirs_exist_ok=True)
        _leave_out(aside, left)


def _mend(copy: Path, target: Path, left: Collection[str]) -> list[str]:
    """A sentence on each thing that was put right."""
    notes = []
    if not _is_whole(copy, target):
        for name in FIXED:
            shutil.copy2(copy / name, target / name)
        notes.append(f"study {target.name}: its design and samples were restored")
    (target / PARTICIPANTS).mkdir(exist_ok=True, mode=0o700)
    copies = sorted((copy / PARTICIPANTS).glob("P*.jsonl"))
    mended = [path.stem for path in copies if _mend_participant(path, target / PARTICIPANTS / path.name)]
    notes += [f"study {target.name}: answers of {name} were restored" for name in mended]
    if not _reads(lambda: read_register(target)):
        shutil.copy2(copy / REGISTER, target / REGISTER)
        notes += _completed(target)
    _leave_out(target, left)
    return notes


def _is_whole(copy: Path, target: Path) -> bool:
    """Whether the study's design can be read, and what was drawn is as it was, which never changes."""
    same = (target / name for name in (ITEMS, PLAN))
    return all(path.is_file() and path.read_bytes() == (copy / path.name).read_bytes() for path in same) and _reads(
        lambda: read_study(target)
    )


def _mend_participant(copy: Path, target: Path) -> bool:
    """Whether the file was missing, or held lines that can't be read; those that can are kept beside those copied."""
    log = FileLog(target)
    if target.exists() and _reads(log.read):
        return False
    there = log.read([])
    ids = {event.id for event in there}
    kinds = {event.kind for event in there}
    if StudyEventKind.WITHDREW in kinds:
        return False
    events = [event for event in FileLog(copy).read() if event.id not in ids] + there
    events.sort(key=lambda event: event.at)
    log.write(events)
    return True


def _completed(target: Path) -> list[str]:
    """The register of an earlier day learns of those who came later by their files, but not of their links."""
    register, items = read_register(target), read_study(target).items
    paths = sorted((target / PARTICIPANTS).glob("P*.jsonl"))
    files = {path.stem: FileLog(path).read() for path in paths if re.fullmatch(r"P\d+", path.stem)}
    numbers = [int(name[1:]) for name in files]
    later = [name for name in files if int(name[1:]) > register.named]
    places = dict(register.places)
    for name, events in files.items():
        who = participant_of(name, events, items)
        if who.state.gone:
            places.pop(name, None)
        elif who.slot >= 0 and who.slot not in places.values():
            places[name] = who.slot
    came = Counter(event.name for events in files.values() for event in events)  # an invitation's is the door's hash
    doors = [door for door, link in register.links.items() if link.quota]
    joined = {door: max(came[door], register.joined.get(door, 0)) for door in doors}
    write_register(target, replace(register, named=max([register.named, *numbers]), places=places, joined=joined))
    notes = [f"study {target.name}: its register (whether it is open, and its links) was restored from the snapshot"]
    return notes + ([f"study {target.name}: the links of {', '.join(later)} are lost"] if later else [])


def _leave_out(folder: Path, left: Collection[str]) -> None:
    for pseudonym in left:
        erase(folder, pseudonym)


def _reads(read: Callable[[], object]) -> bool:
    with suppress(BadInput):
        read()
        return True
    return False
