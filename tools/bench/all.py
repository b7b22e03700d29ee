"""All benches in order, within an hour on a quiet machine: `python -m tools.bench.all [--sentences FILE] [NAME]`.

Each writes docs/bench/NAME.txt when it is done, and the docs are made anew. Called again, it does what is left: those
whose figures are older than the code they measure. Where other work disturbed a bench it is repeated once, and the
quieter of both is kept, called noisy where it was.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from core.errors import BadInput
from data.workspace import Workspace
from tools.bench import bench, calibration
from tools.bench.output import Out
from tools.bench.plan import PLAN, Planned
from tools.bench.printed import FOLDER, Printed, git, is_current
from tools.docs.update_readme import write_all

TRIES = 2
BUSY = 2  # a bench may take so many times what it takes on a quiet machine


def run(planned: Planned, sentences: Path | None, out: Out, options: bench.Options | None = None) -> Printed | None:
    """One bench, repeated where the machine was noisy; None where it lacked something, failed or took too long."""
    kept: tuple[float, Printed] | None = None
    taken = sentences if planned.name in bench.WITH_SENTENCES else None
    for _ in range(TRIES):
        lines: list[str] = []
        before = calibration.calibrate()
        limit = BUSY * 60 * (planned.minutes or 10)
        code = bench.run_apart(planned.bench or planned.name, taken, lines.append, options or _options(planned), limit)
        after = calibration.calibrate()
        if code:
            out("\n".join([f"{planned.name}: not measured (exit code {code})", *lines[-3:]]))
            return kept[1] if kept else None
        verdict = calibration.in_words(before, after)
        out(f"{planned.name}: {verdict}")
        today = datetime.now(UTC).date().isoformat()
        file_name = taken.name if taken else ""
        printed = Printed(
            today, git("rev-parse", "--short=10", "HEAD"), bench.machine(), file_name, verdict, "\n".join(lines[1:])
        )
        noise = calibration.noise(before, after)
        kept = min(kept or (noise, printed), (noise, printed), key=lambda attempt: attempt[0])
        if not calibration.is_noisy(before, after):
            break
    return kept[1] if kept else None


def _options(planned: Planned) -> bench.Options:
    peers = str(Workspace.current().root / ".peers")
    return bench.Options(**{"peers": peers, **planned.options})  # type: ignore[arg-type]


def left(names: list[str], again: bool) -> list[Planned]:
    """The benches of these names, or all, without those whose figures are those of the code at hand."""
    wanted = [planned for planned in PLAN if not names or planned.name in names]
    if unknown := set(names) - {planned.name for planned in wanted}:
        raise BadInput(f"There is no bench {min(unknown)!r}; choose of {', '.join(planned.name for planned in PLAN)}.")
    files = [(planned, FOLDER / f"{planned.name}.txt") for planned in wanted]
    return [
        planned
        for planned, file in files
        if again or not file.exists() or not is_current(Printed.read(file), planned.measures)
    ]


def main() -> None:
    """All that is left. Raises BadInput where what is measured is not committed: a figure names its commit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="benches; all when left out")
    parser.add_argument("--sentences", type=Path, help="a file of sentences, one a line; else our demo's")
    parser.add_argument("--again", action="store_true", help="measure what is up to date, too")
    given = parser.parse_args()
    todo = left(given.names, given.again)
    if changed := git("diff", "--name-only", "HEAD", "--", *{path for planned in todo for path in planned.measures}):
        raise BadInput(f"Not committed: {changed.split()[0]}; commit it first, because figures name their commit.")
    missing = []
    for planned in todo:
        if printed := run(planned, given.sentences, print):
            printed.write(FOLDER / f"{planned.name}.txt")
            write_all()
        else:
            missing.append(planned.name)
    if missing:
        raise BadInput(f"Not measured: {', '.join(missing)}; what each said stands above.")


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        raise SystemExit(str(error)) from None
