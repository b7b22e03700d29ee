"""Known answers brought in from a file: CSV with a header line, or JSONL; candidate_id, verdict, and the label."""

import csv
import json
from collections.abc import Iterator, Mapping

from core.errors import BadInput
from core.records import Verdict
from curation.quality.gold import KnownAnswer
from curation.quality.gold_lines import AskedSample, GoldLine, known_answers
from data.datasets.stored import card_or_none
from data.store.store import Store
from data.workspace import Workspace

LARGEST = 5_000_000  # bytes
COLUMNS = "candidate_id, verdict (keep, relabel or discard) and, for a relabel, label"


def read_gold(name: str, content: bytes) -> list[GoldLine]:
    """The answers, line by line. Raises BadInput that names the line that is none."""
    if len(content) > LARGEST:
        raise BadInput(f"{name!r} has {len(content):,} bytes; import at most {LARGEST:,} at a time.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name!r} is not UTF-8 text ({error.reason}); save it as CSV or JSONL in UTF-8.") from error
    rows = _json_rows(name, text) if name.lower().endswith((".jsonl", ".json")) else _csv_rows(text)
    lines = []
    for line, row in rows:
        try:
            answer = KnownAnswer(Verdict(str(row["verdict"])), str(row.get("label") or ""))
            lines.append(GoldLine(line, str(row["candidate_id"]), answer))
        except (KeyError, ValueError) as error:
            raise BadInput(f"Line {line} of {name!r} has no known answer ({error}); a line needs {COLUMNS}.") from error
    if not lines:
        raise BadInput(f"{name!r} holds no known answers; each line needs {COLUMNS}.")
    return lines


def gold_of(name: str, content: bytes, store: Store, workspace: Workspace) -> dict[str, KnownAnswer]:
    """The answers by candidate id, each one that people could give. Raises BadInput that names the lines that are none,
    and takes nothing then."""
    lines = read_gold(name, content)
    candidates = store.candidates({line.candidate_id for line in lines})
    cards = {name: card_or_none(workspace, name) for name in {c.cell.dataset for c in candidates.values()}}

    def sample(id_: str) -> AskedSample | None:
        candidate = candidates.get(id_)
        return AskedSample(candidate.gold_label, cards[candidate.cell.dataset]) if candidate else None

    return known_answers(name, lines, sample)


def _csv_rows(text: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    reader = csv.DictReader(text.splitlines())
    for row in reader:
        yield reader.line_num, row


def _json_rows(name: str, text: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise BadInput(f"Line {number} of {name!r} is not JSON ({error}).") from error
            if not isinstance(row, dict):
                raise BadInput(f"Line {number} of {name!r} must be a JSON object with {COLUMNS}.")
            yield number, row
