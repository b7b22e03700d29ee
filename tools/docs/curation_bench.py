"""The table of a team at the desk in docs/benchmarks.md, from what the bench printed last (docs/curation-bench.txt).

`python cli.py bench curation > docs/curation-bench.txt`, the same with `--offline >> …`, and then
`python -m tools.docs.update_readme`.
"""

import re
from collections.abc import Iterator, Sequence

from data.workspace import PROJECT

PRINTED = PROJECT / "docs/curation-bench.txt"
NOT_YET = "Not measured yet: `python cli.py bench curation` does it."
PARTS = {
    "steady": "20 browsers decide for 5 minutes, thinking 2 s at most",
    "kills": "the app is killed (SIGKILL) 40 times meanwhile",
    "cut": "the network is cut for 2 minutes meanwhile",
    "one": "one browser, 19 others by protocol, thinking 2 s at most, for 5 minutes",
    "protocol": "50 people by protocol, thinking 5 s at most",
}
HEADER = (
    "under load", "decisions made, saved", "lost, doubled, doubly assigned, shown again", "key to next sample",
    "key to saved", "message to answer", "back after", "app’s memory",
)  # fmt: skip
TIMES = (
    "key to next sample painted",
    "key to acknowledged",
    "message to its answer",
    "server's return to something saved",
)
UNKNOWN = "?"
COUNTS = re.compile(r"([\d,]+) decisions made, ([\d,]+) acknowledged")
FAULTS = re.compile(
    r"lost ([\d,]+), doubled ([\d,]+), .*under another's name ([\d,]+), "
    r"two people's ([\d,]+)(?:, shown again ([\d,]+))?;"
)
TIMED = re.compile(r"median ([\d.]+), p95 ([\d.]+), most [\d.]+ \(n [\d,]+\) (\w+)")
OFFLINE = re.compile(r"\s*(.+?) {2,}([\d.]+ (?:s|MB))(?:, ([\d.]+) s of them computing)?$")


def curation_block() -> str:
    """Two tables as Markdown: under load, and without browsers; a sentence while nothing was measured."""
    if not PRINTED.exists():
        return NOT_YET
    lines = PRINTED.read_text(encoding="utf-8").splitlines()
    machine = next((line.strip() for line in lines if " cores, " in line), "an unnamed machine")
    head = f"Parts of `python cli.py bench curation`, as printed last (docs/curation-bench.txt): {machine}. "
    parts = ((HEADER, list(_under_load(lines))), (("without browsers", "time or memory"), list(_offline(lines))))
    tables = [_table(names, iter(rows)) for names, rows in parts if rows]  # what was not measured has no table
    missing = [said for part, said in PARTS.items() if not _section(lines, part)]
    left = f" Not measured yet: {'; '.join(missing)}." if missing else ""
    old = (
        f" {UNKNOWN} was not counted yet when that part was measured."
        if any(UNKNOWN in table for table in tables)
        else ""
    )
    return "\n\n".join([f"{head}Times are median, 95th percentile.{old}{left}", *tables])


def _under_load(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A row for each part that was measured."""
    for part, said in PARTS.items():
        if text := _section(lines, part):
            counts, faults = COUNTS.search(text), FAULTS.search(text)
            many = f"{counts[1]}, {counts[2]}" if counts else ""
            wrong = f"{faults[1]}, {faults[2]}, {_sum(faults[3], faults[4])}, {faults[5] or UNKNOWN}" if faults else ""
            yield said, many, wrong, *(_time(text, name) for name in TIMES), _held(text)


def _section(lines: Sequence[str], part: str) -> str:
    """What was printed below the last heading of this part."""
    starts = [n for n, line in enumerate(lines) if line.strip() == f"{part}:"]
    if not starts:
        return ""
    rest = lines[starts[-1] + 1 :]
    end = next((n for n, line in enumerate(rest) if not line.strip() or line.strip().removesuffix(":") in PARTS), None)
    return "\n".join(rest[:end])


def _time(text: str, name: str) -> str:
    line = next((line for line in text.splitlines() if line.strip().startswith(name)), "")
    found = TIMED.search(line)
    return f"{found[1]}, {found[2]} {found[3]}" if found else ""


def _held(text: str) -> str:
    """What the app held at the end of this part, "" where that was not printed."""
    found = re.search(r"the app holds (\d+ MiB)", text)
    return found[1] if found else ""


def _sum(*counts: str) -> int:
    return sum(int(count.replace(",", "")) for count in counts)


def _offline(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A row for each figure that needs no browser."""
    begins = next((n for n, line in enumerate(lines) if re.search(r"[\d,]+ candidates in \d+ cells", line)), len(lines))
    for line in lines[begins:]:
        if found := OFFLINE.match(line):
            yield found[1], found[2] + (f", of it {found[3]} s of processor time" if found[3] else "")


def _table(header: Sequence[str], rows: Iterator[tuple[str, ...]]) -> str:
    cells = [header, ("---",) * len(header), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
