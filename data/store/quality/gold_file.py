"""Known answers brought in from a file: CSV with a header line, or JSONL; candidate_id, verdict, and the label."""

import csv
import json
from collections.abc import Iterator, Mapping

from core.errors import BadInput
from core.records import Verdict
from curation.quality.gold import KnownAnswer, QualityRules

LARGEST = 5_000_000  # bytes
COLUMNS = "candidate_id, verdict (keep, relabel or discard) and, for a relabel, label"


def read_gold(name: str, content: bytes) -> dict[str, KnownAnswer]:
    """The answers by candidate id. Raises BadInput that names the line that is none."""
    if len(content) > LARGEST:
        raise BadInput(f"{name!r} has {len(content):,} bytes; bring in at most {LARGEST:,} at a time.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name!r} is no UTF-8 text ({error.reason}); save it as CSV or JSONL in UTF-8.") from error
    rows = _json_rows(name, text) if name.lower().endswith((".jsonl", ".json")) else _csv_rows(text)
    found = {}
    for line, row in rows:
        try:
            found[str(row["candidate_id"])] = KnownAnswer(Verdict(str(row["verdict"])), str(row.get("label") or ""))
        except (KeyError, ValueError) as error:
            raise BadInput(f"Line {line} of {name!r} is no known answer ({error}); it needs {COLUMNS}.") from error
    if not found:
        raise BadInput(f"{name!r} holds no known answers; each line needs {COLUMNS}.")
    QualityRules(gold=found).check()
    return found


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
                raise BadInput(f"Line {number} of {name!r} is no JSON ({error}).") from error
            if not isinstance(row, dict):
                raise BadInput(f"Line {number} of {name!r} is no JSON object; it needs {COLUMNS}.")
            yield number, row
