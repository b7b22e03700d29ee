"""The page of pairs: changes beside the published ones, and what is said of the paper's finding."""

from pathlib import Path

import pytest

from core.experiments.corruption_results import Corrupted
from core.experiments.learnability_results import OverSeeds
from core.experiments.records import Labels, Outcome
from core.experiments.registry import ExperimentRequest
from core.metrics.estimate import Estimate
from core.models.registry import usual_spec
from data.experiments.files import ExperimentCard, outcome_log, write_card
from data.workspace import Workspace
from tools.docs.real_experiments import page
from tools.docs.real_pairs import NOTHING, OfModel, holds

NOUN, ADJ = "word_class_removal@NOUN", "word_class_removal@ADJ"


def row(condition: str, *changes: float) -> Corrupted:
    known = OverSeeds(0.8, 0.8, 0.8, 1)
    train, test, both = (Estimate(one / 100, 500, one / 100 - 0.02, one / 100 + 0.02) for one in changes)
    return Corrupted("CNN", condition, 1.0, known, known, known, known, (train, test, both))


def test_a_finding_is_told_from_means_over_what_learned_its_task() -> None:
    rows = {"NOUN": row(NOUN, -4, -10, -1), "VERB": row(NOUN, -2, -1, -1), "ADJ": row(ADJ, 0, 1.5, 0)}
    said = holds([OfModel("mrpc", "CNN", "accuracy", rows, True)])
    assert "Above chance: CNN on mrpc." in said and "−3.0 / −5.5 / −1.0 points (training / test / both)" in said
    assert "removed from the test alone, smallest with the words removed from both" in said
    assert "In the test, 1 of these 2 changes are losses beyond chance." in said
    assert "changes by\n+1.5 on average" in said
    assert "Table 3 is −7.8 / −16.5 / −12.2 points" in said and "smallest for training alone" in said
    assert holds([]) == NOTHING


def written(workspace: Workspace, matthews: Estimate) -> None:
    asked = ExperimentRequest("word_classes", "mrpc", (usual_spec("cnn"),), (NOUN,), (1.0,))
    card = ExperimentCard(
        "20261126-120000-000000-aaaa", "t", "word_classes", "mrpc", False, asked.arguments(), 2, "cpu",
        "2026-11-26T12:00:00+00:00", finished=True, metrics=("f1_binary", "accuracy"),
    )  # fmt: skip
    (workspace.experiments / card.id).mkdir(parents=True)
    write_card(workspace.experiments / card.id, card)
    cues = {f"overlap_{how}": Estimate(0.5, 50, 0.4, 0.6) for how in ("right", "wrong")}
    rows = (("", "", 0.7), ("", NOUN, 0.6), (NOUN, "", 0.65), (NOUN, NOUN, 0.7))
    found = [
        Outcome(
            "mrpc", "CNN", 0, Labels.GOLD, on, float(bool(on)), test, 100, value, value,
            scores={"matthews": matthews}, changes={"accuracy": Estimate(value - 0.7, 100, value - 0.75, value - 0.65)},
            cues=cues,
        )
        for on, test, value in rows
    ]  # fmt: skip
    outcome_log(workspace.experiments / card.id).append(found)


@pytest.mark.parametrize(
    ("low", "head", "said"),
    [
        (0.1, "mrpc, CNN: accuracy 70.0 |", "Above chance: CNN on mrpc"),
        (-0.1, "accuracy 70.0, no better than chance |", NOTHING),
    ],
)
def test_the_section_of_pairs_joins_those_that_the_page_had(
    workspace: Workspace, low: float, head: str, said: str
) -> None:
    written(workspace.prepare(), Estimate(0.2, 100, low, 0.4))
    before = "# Old\n\n## Learnability\n\nkept as it was\n\n## Word classes of pairs\n\nout of date\n"
    made = page(workspace, before)
    assert "## Learnability\n\nkept as it was\n\n## Word classes of pairs\n" in made and "out of date" not in made
    assert head in made and said in made and "mrpc, RoBERTa-base, published: 88.7" in made
    assert "| NOUN | −5.0 / −10.0* / +0.0 | −2.5 / −6.4 / −8.6 |" in made
    assert "| mrpc, CNN, NOUN | 50 (40 to 60) of 50 | 50 (40 to 60) of 50 |" in made
    assert page(workspace, made) == made


def test_a_page_that_was_not_there_has_what_was_done_alone(workspace: Workspace, tmp_path: Path) -> None:
    assert "## " not in page(workspace.prepare())
