"""Write docs/benchmarks.md from what the benches printed last (docs/bench): `python -m tools.docs.update_readme`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from core.errors import BadInput
from data.workspace import PROJECT
from tools.bench.plan import PLAN, Planned
from tools.bench.printed import FOLDER, Printed, too_old

BENCHMARKS = PROJECT / "docs" / "benchmarks.md"
HEAD = """# How fast it is

After this page you know what Flinch does in a second, on which machine, and can measure it on yours.

```sh
python -m tools.bench.all                       # all benches in order, within an hour; called again it goes on
python -m tools.bench.all store hints           # these alone
python cli.py bench perturb                     # one, printed only
```

Made from `docs/bench`, where each bench writes what it printed last. A fixed loop on all cores before and after says
whether other work disturbed a bench; then it is repeated once. Figures leave this page when the code they measure has
changed more than 30 days or 300 commits after them.
"""


class Headline(NamedTuple):
    """A figure of the README: the bench, where in what it printed the numbers stand, and the sentence about them."""

    bench: str
    printed: str
    said: str


HEADLINES = (
    Headline(
        "perturb",
        r"all (\d+) at every severity.*: ([\d,]+) sentences",
        "All {} perturbations at every severity: {} perturbed sentences a second",
    ),
    Headline(
        "evaluate",
        r"Flinch, exact +\d+ +([\d.]+)",
        "Predictions on a CPU, the same labels: {} times as many a second as `pipeline(batch_size=32)` of transformers",
    ),
    Headline(
        "scale",
        r"([\d,]+) predictions in (\d+) cells[^?]*?first visit: title +[\d.]+ s, figures +([\d.]+)",
        "{} predictions in {} cells: the figures of their heatmap are there after {} s",
    ),
    Headline("gpu", r"electra +[\d.]+ s +([\d,]+) rows a second", "ELECTRA: {} texts of a grid a second"),
    Headline(
        "curation",
        r"steady:[^?]*?key to next sample painted +median ([\d.]+), p95 ([\d.]+)",
        "20 browsers at the desk: the next sample is there {} ms after the key (median; {} at the 95th percentile)",
    ),
    Headline(
        "curation",
        r"kills:\s+([\d,]+) decisions made, [\d,]+ acknowledged; killed (\d+) times[^?]*?lost (\d+), doubled (\d+)",
        "{} decisions while the app was killed {} times: {} lost, {} doubled",
    ),
    Headline(
        "study",
        r"(\d+) of \d+ participants finished in (\d+) s; ([\d,]+) judgements[^?]*?faults: (\d+)",
        "{} participants of a study at once, the server killed meanwhile: done in {} s, {} judgements, {} faults",
    ),
    Headline(
        "study",
        r"3G .*:\s+first opening +median ([\d.]+)",
        "A participant's page on a phone's 3G: there after {} ms",
    ),
)


def headlines() -> str:
    """The README's figures as a list, each with its machine and date; those measured beside other work are left out."""
    return "\n".join(_headlines())


def _headlines() -> Iterator[str]:
    for headline in HEADLINES:
        file = FOLDER / f"{headline.bench}.txt"
        printed = Printed.read(file) if file.exists() else None
        if printed and not printed.noise.startswith("noisy"):
            found = re.search(headline.printed, printed.text)
            if not found:
                raise BadInput(
                    f"{file.name} has no {headline.printed!r}; let tools/docs/benchmarks.py read what it prints."
                )
            yield f"- {headline.said.format(*found.groups())} ({printed.machine}; {printed.date})."


def benchmarks_page() -> str:
    """The page: each bench that has figures of today, with its command, date, commit and machine."""
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    for planned in PLAN:
        file = FOLDER / f"{planned.name}.txt"
        if file.exists() and not too_old(printed := Printed.read(file), planned.measures):
            yield _section(planned, printed)


def _section(planned: Planned, printed: Printed) -> str:
    facts = [printed.date, f"commit {printed.commit}", printed.machine]
    facts += [part for part in (printed.sentences and f"sentences of {printed.sentences}", printed.noise) if part]
    text, more = printed.text, ""
    if planned.name == "perturb":
        text, more = text.splitlines()[-1], " A row for each perturbation: [perturb.txt](bench/perturb.txt)."
    return f"## {planned.title}\n\n`{planned.command}`: {'; '.join(facts)}.{more}\n\n```\n{text}\n```\n"
