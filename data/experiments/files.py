"""What an experiment leaves on disk: `experiments/<id>/experiment.json`, and a line of `outcomes.jsonl` a test.

Predictions lie beside them, a Parquet file for each training and test.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.experiments.distances import Quartiles
from core.experiments.guesses import Guesses
from core.experiments.records import ACCURACY, Outcome
from core.experiments.registry import ExperimentRequest, parse_request
from core.perturbations.registry import listed
from core.program import PROGRAM
from data.append_log import AppendLog
from data.durable import write_text
from data.records_json import encode, record_or_none
from data.workspace import Workspace

CARD, OUTCOMES = "experiment.json", "outcomes.jsonl"
FEW, HIDDEN = 20.0, 75.0  # percent: unchanged texts, and texts told apart, at which people are warned
LEFT_OUT = "changes none of the {}, so it is left out."
HARD_TO_SEE = (
    "is hard to detect: a simple classifier distinguishes {:.0f} % of texts from their perturbed versions "
    "(chance: 50 %). Original texts may look like perturbed texts, or the texts differ only in word order."
)


@dataclass(frozen=True, slots=True)
class ExperimentCard:
    """What was asked and how far it is. `arguments` are the job's; `unchanged` and `unchanged_tests` are,
    by condition, the percentage of training and of test texts that it leaves as they are; `left_out` names the
    conditions that are not trained on, each with the texts of which it changes none ("80 training samples"). By
    condition too: `told_apart` the percentage of texts that a plain classifier of words and
    letters tells from their perturbed versions (50: none; where labels are drawn by chance), `measured` how far it
    takes test texts from their sources, by the name of the measure, `spread` how differently far, `between` how the
    measures agree; `drawn` is (training samples, test samples), `metrics` what is reported of the data set,
    `cues` names the list of words that are cues, "" for none, `guesses` has by condition how often masked words are
    named. Times are ISO 8601, UTC.
    """

    id: str
    title: str
    experiment: str
    dataset: str
    ours: bool
    arguments: Mapping[str, Any]
    trainings: int
    device: str
    started: str
    seconds: float = 0.0
    finished: bool = False
    unchanged: Mapping[str, float] | None = None
    unchanged_tests: Mapping[str, float] | None = None
    left_out: Mapping[str, str] | None = None
    drawn: tuple[int, int] | None = None
    told_apart: Mapping[str, float] | None = None
    measured: Mapping[str, Mapping[str, float]] | None = None
    spread: Mapping[str, Mapping[str, Quartiles]] | None = None
    between: Mapping[str, Mapping[str, float]] | None = None
    versions: Mapping[str, str] | None = None
    metrics: tuple[str, ...] = (ACCURACY,)
    cues: str = ""
    guesses: Mapping[str, Guesses] | None = None

    @property
    def warnings(self) -> list[str]:
        """What to know before the figures are believed: perturbations that change no text, few, or hardly show."""
        none = [f"{name} {LEFT_OUT.format(texts)}" for name, texts in (self.left_out or {}).items()]
        few = [f"{name} leaves {left:.0f} % of the texts unchanged." for name, left in self.changing_few.items()]
        return none + few + [f"{name} {HARD_TO_SEE.format(share)}" for name, share in self.hardly_seen.items()]

    @property
    def changing_few(self) -> dict[str, float]:
        """Which percentage of the texts each condition leaves unchanged, where that is many."""
        return {name: left for name, left in (self.unchanged or {}).items() if left > FEW}

    @property
    def hardly_seen(self) -> dict[str, float]:
        """Which percentage of the texts a simple classifier tells from their perturbed versions, where that is near
        chance."""
        return {name: share for name, share in (self.told_apart or {}).items() if share < HIDDEN}

    @property
    def request(self) -> ExperimentRequest:
        return parse_request(dict(self.arguments))


def outcome_log(folder: Path) -> AppendLog[Outcome]:
    """What came of the experiment in this folder."""
    return AppendLog(folder / OUTCOMES, Outcome)


def write_card(folder: Path, card: ExperimentCard) -> None:
    write_text(folder / CARD, encode(card, indent=1))


def read_card(folder: Path) -> ExperimentCard | None:
    """The card in this folder; None where there is none that can be read."""
    return record_or_none(folder / CARD, ExperimentCard)


def experiments(workspace: Workspace) -> list[ExperimentCard]:
    """The cards of all experiments, the newest first; those that can't be read are left out."""
    folders = sorted(workspace.experiments.glob("*/"), reverse=True)
    return [card for folder in folders if (card := read_card(folder))]


def newest_of_each(workspace: Workspace, experiment: str, datasets: Sequence[str] = ()) -> list[ExperimentCard]:
    """The newest finished one of each data set and its models, by data set; of all data sets where none are named."""
    newest: dict[tuple[str, tuple[str, ...]], ExperimentCard] = {}
    for card in experiments(workspace):
        if card.finished and card.experiment == experiment and (not datasets or card.dataset in datasets):
            newest.setdefault((card.dataset, tuple(model.name for model in card.request.models)), card)
    order = [*datasets] or list(dict.fromkeys(card.dataset for card in newest.values()))
    return sorted(newest.values(), key=lambda card: order.index(card.dataset))


def experiment_named(workspace: Workspace, name: str) -> ExperimentCard:
    """The experiment with this id, or the newest for "latest"; raises BadInput where there is none."""
    chosen = next((card for card in experiments(workspace) if name in (card.id, "latest")), None)
    if chosen is None:
        raise BadInput(
            f"There is no experiment {name!r} in this workspace; `{PROGRAM} experiments` lists all experiments."
        )
    return chosen


def outcomes(workspace: Workspace, experiment_id: str) -> list[Outcome]:
    """What came of it so far, in the order of its plan; the last word of what was tried again."""
    last = {outcome.key: outcome for outcome in outcome_log(workspace.experiments / experiment_id).read([])}
    return list(last.values())


def known_metrics(card: ExperimentCard, tested: Sequence[Outcome]) -> list[str]:
    """What its tests are scored by, those that are reported of the data set first."""
    return list(dict.fromkeys([*card.metrics, *(name for outcome in tested for name in outcome.scores)]))


def chosen_metrics(card: ExperimentCard, tested: Sequence[Outcome], metric: str) -> tuple[str, ...]:
    """This one, or for "" those that are reported of the data set; BadInput where the tests are not scored by it."""
    known = known_metrics(card, tested)
    if metric and metric not in known:
        raise BadInput(f"The experiment {card.id} has no metric {metric!r}; choose {listed(known)}.")
    return (metric,) if metric else card.metrics
