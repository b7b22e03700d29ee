"""Write docs/benchmarks.md from what the benches printed last (docs/bench): `python -m tools.docs.update_readme`."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from core.errors import BadInput
from data.workspace import PROJECT
from tools.bench.plan import PLAN, Planned
from tools.bench.printed import FOLDER, Printed, too_old

BENCHMARKS = PROJECT / "docs" / "benchmarks.md"
HEAD = """# How fast it is

After this page you know how fast Flinch is, on which machine, and can measure it on yours.

```sh
python -m tools.bench.all                       # all benches in order, within an hour; resumes if called again
python -m tools.bench.all store hints           # only these two
python cli.py bench perturb                     # one, printed but not saved
```

This page is made from `docs/bench`, where each bench (benchmark) saves its last output. A fixed loop runs on all cores
before and after each bench; its times show whether other work disturbed the bench (*noisy*). A disturbed bench is
repeated once. Figures are removed from this page when the code that they measure changes more than 30 days or 300
commits after the measurement.
"""


class Headline(NamedTuple):
    """A figure of the README: the bench, where in what it printed the numbers stand, and the sentence about them."""

    bench: str
    printed: str
    sentence: str


MOST = 6  # of them in the README
HEADLINES = (
    Headline(
        "perturb",
        r"all (\d+) at every severity.*: ([\d,]+) sentences",
        "All {} perturbations at every severity: {} perturbed sentences a second",
    ),
    Headline(
        "peers", r"keyboard [^?]*?nlpaug KeyboardAug +[\d,]+ +([\d.]+)", "Typing errors: {} times as fast as nlpaug"
    ),
    Headline(
        "evaluate",
        r"Flinch, exact +\d+ +([\d.]+)",
        "Predictions on a CPU: {} times as many a second as transformers' `pipeline(batch_size=32)`, the same labels",
    ),
    Headline(
        "scale",
        r"([\d,]+) predictions in (\d+) cells[^?]*?first visit: title +[\d.]+ s, figures +([\d.]+)",
        "A heatmap of {} predictions in {} cells shows its figures after {} s",
    ),
    Headline("gpu", r"electra +[\d.]+ s +([\d,]+) rows a second", "ELECTRA on a GPU: {} predictions a second"),
    Headline(
        "curation",
        r"steady:[^?]*?key to next sample painted +median ([\d.]+), p95 ([\d.]+)",
        "20 browsers at the desk: the next sample shows {} ms after the key press (median; {} at the 95th percentile)",
    ),
    Headline(
        "curation",
        r"kills:\s+([\d,]+) decisions made, [\d,]+ acknowledged; killed (\d+) times[^?]*?lost (\d+), doubled (\d+)",
        "{} decisions while the app was killed {} times: {} lost, {} saved twice",
    ),
    Headline(
        "study",
        r"(\d+) of \d+ participants finished in (\d+) s; ([\d,]+) judgements[^?]*?faults: (\d+)",
        "{} participants in a study at once, with the server killed once: all done in {} s, {} judgements, {} faults",
    ),
    Headline(
        "study",
        r"3G .*:\s+first opening +median ([\d.]+)",
        "A participant's page on a phone's 3G: it opens in {} ms (median)",
    ),
)


MEASURES = {planned.name: planned.measures for planned in PLAN}


def headlines() -> str:
    """The README's figures as a list, each with its machine and date; those measured beside other work or too long ago
    are left out."""
    return "\n".join(islice(_headlines(), MOST))


def _headlines() -> Iterator[str]:
    for headline in HEADLINES:
        file = FOLDER / f"{headline.bench}.txt"
        printed = Printed.read(file) if file.exists() else None
        if printed and not printed.noise.startswith("noisy") and not too_old(printed, MEASURES[headline.bench]):
            match = re.search(headline.printed, printed.text)
            if not match:
                raise BadInput(
                    f"{file.name} has no {headline.printed!r}; let tools/docs/benchmarks.py read what it prints."
                )
            yield f"- {headline.sentence.format(*match.groups())} ({printed.machine}; {printed.date})."


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
