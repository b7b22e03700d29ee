"""Bringing somebody else's decisions in: a JSONL file is read, every line checked, and what is good recorded."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from core.errors import BadInput
from core.records import DatasetCard, Decision, Verdict
from core.so_many import so_many
from curation.answers import check_answer
from curation.sharing.decision_import import BadLine, DecisionImport, ExistingDecisions, examine
from data.datasets.stored import card_or_none
from data.records_json import decode
from data.store.store import Store
from data.workspace import Workspace

LONGEST = 200_000  # bytes of a line
MOST = 1_000_000  # lines
AT_ONCE = 500  # decisions recorded together
SHOWN = 10  # bad lines that a refusal names


@dataclass(frozen=True, slots=True)
class NameMapping:
    """Who the people of a file are here: `prefix` goes before each name, those in `same` are the people of these names
    here, and so is everybody where `all_same`."""

    prefix: str = ""
    same: tuple[str, ...] = ()
    all_same: bool = False


def read_import(
    store: Store,
    workspace: Workspace,
    file: Path | bytes,
    naming: NameMapping = NameMapping(),
    people: Iterable[str] = (),
) -> DecisionImport:
    """What a file of decisions would come to; nothing is stored.

    A line is a decision as the journal or the export of decisions has it. `people` are names of this team beside those
    who decided already. Raises BadInput for a file that can't be read, or that holds no decision.
    """
    bad: list[BadLine] = []
    lines = [
        (number, replace(decision, annotator=f"{naming.prefix}{' '.join(decision.annotator.split())}"))
        for number, decision in _read(file, bad)
    ]
    if not lines and not bad:
        raise BadInput("This file has no decisions; give a file with one decision in JSON on each line.")
    here = _existing_decisions(store, [decision for _, decision in lines], people)
    answered = list(_answerable_lines(lines, here, workspace, bad))
    examined = examine(answered, here, datetime.now(UTC), naming.same, naming.all_same)
    return replace(examined, bad=tuple(sorted((*bad, *examined.bad), key=lambda line: line.number)))


def import_decisions(store: Store, brought: DecisionImport, skip_bad: bool = False) -> int:
    """Record what was found to be good; how many decisions are new. Doing it again changes nothing.

    Raises BadInput for names that nobody said whose they are, for bad lines unless they may be left out, and where
    decisions can't be saved: those recorded before stay.
    """
    if brought.clashes:
        raise BadInput(
            f"These names are used here too: {', '.join(brought.clashes)}; say that they are the same people, or "
            "add a prefix to the names in the file."
        )
    if brought.bad and not skip_bad:
        first = " ".join(f"{line}." if not str(line).endswith(".") else str(line) for line in brought.bad[:SHOWN])
        more = f" And {len(brought.bad) - SHOWN:,} more." if len(brought.bad) > SHOWN else ""
        bad = so_many(len(brought.bad), "bad line")
        raise BadInput(f"Nothing was imported: {bad}. {first}{more} Fix or skip these lines.")
    for start in range(0, len(brought.fresh), AT_ONCE):
        store.record(brought.fresh[start : start + AT_ONCE])
    return len(brought.fresh)


def disputed(store: Store) -> int:
    """How many samples are disputed now."""
    return sum(cell.disputed for cell in store.cells())


def _read(file: Path | bytes, bad: list[BadLine]) -> Iterator[tuple[int, Decision]]:
    try:
        with file.open("rb") if isinstance(file, Path) else BytesIO(file) as lines:
            yield from _decisions(lines, bad)
    except OSError as error:
        raise BadInput(f"{str(file)!r} can't be read ({error.strerror}).") from error


def _decisions(lines: BinaryIO, bad: list[BadLine]) -> Iterator[tuple[int, Decision]]:
    for number, line in enumerate(iter(lambda: lines.readline(LONGEST + 1), b""), 1):
        if number > MOST:
            raise BadInput(f"The file has more than {MOST:,} lines; split it and import the parts.")
        if len(line) > LONGEST:
            raise BadInput(f"Line {number:,} is longer than {LONGEST:,} bytes; this is not a file of decisions.")
        if line.strip():
            try:
                yield number, decode(line.removeprefix(b"\xef\xbb\xbf"), Decision)
            except BadInput as error:
                bad.append(BadLine(number, f"it is not a decision ({str(error)[:200]})"))


def _existing_decisions(store: Store, decisions: list[Decision], people: Iterable[str]) -> ExistingDecisions:
    candidates = store.candidates({decision.candidate_id for decision in decisions})
    cells = {candidate.cell for candidate in candidates.values()}
    events, verdicts = dict[str, list[Decision]](), dict[str, list[Decision]]()
    for cell in sorted(cells):
        for kept, of_cell in ((events, store.decisions(cell)), (verdicts, store.verdicts(cell))):
            for decision in of_cell:
                kept.setdefault(decision.candidate_id, []).append(decision)
    stored = store.stored({decision.id for decision in decisions})
    return ExistingDecisions(candidates, stored, events, verdicts, store.people() | frozenset(people))


def _answerable_lines(
    lines: Iterable[tuple[int, Decision]], here: ExistingDecisions, workspace: Workspace, bad: list[BadLine]
) -> Iterator[tuple[int, Decision]]:
    """The lines whose new label is one of the data set's; cell by cell, for so they are soonest recorded."""
    cards: dict[str, DatasetCard | None] = {}
    candidates = here.candidates
    cells = {id_: str(candidate.cell) for id_, candidate in candidates.items()}
    for number, decision in sorted(lines, key=lambda line: cells.get(line[1].candidate_id, "")):
        candidate = candidates.get(decision.candidate_id)
        if candidate and decision.verdict is Verdict.RELABEL:
            name = candidate.cell.dataset
            try:
                if name not in cards:
                    cards[name] = card_or_none(workspace, name)
                if card := cards[name]:  # else the data set was removed, and any label will do, as at the desk
                    check_answer(decision.label, candidate.gold_label, card)
            except BadInput as error:
                bad.append(BadLine(number, str(error)))
                continue
        yield number, decision
