"""Experiments from the request to the outcomes: planted models, resumes, failures, and what is refused."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from math import isnan, prod
from pathlib import Path

import pytest

from core.errors import BadInput
from core.experiments.corruption_results import corrupted, explained
from core.experiments.records import Labels, Outcome
from core.experiments.registry import ExperimentRequest, Training, find_experiment
from core.models import registry
from core.models.function import Probabilities, model
from core.models.spec import Material, ModelSpec
from core.perturbations.conditions import parse_condition
from core.records import Sample, Task, TextField
from data.experiments.files import experiment_named, outcome_log, outcomes
from data.experiments.texts import ExperimentTexts, by_chance
from data.jobs.job import run_inline
from data.jobs.jobs import JobState, resume, status, submit
from data.store import Store
from data.workspace import Workspace
from tests.data.runs.kept.judged_run import dataset, decide, prepared
from tests.data.runs.run_data import CNN, reviews, texts

CAPITALS, SPACES = "random_upper.paper@1", "whitespace.paper@1"
ADJECTIVES = "word_class_removal@ADJ"
READER = ModelSpec("Reader", "capitals")


@pytest.fixture
def capital_reader() -> Iterator[None]:
    """A model that sees nothing of a text but whether it has capitals."""

    @model("capitals", "Reads capitals")
    def capitals(material: Material, labels: tuple[str, ...]) -> Probabilities:
        seen = Counter((any(map(str.isupper, e.texts[0])), e.label) for e in material.train)

        def probabilities(texts: tuple[str, ...]) -> list[float]:
            has = any(map(str.isupper, texts[0]))
            counts = [seen[has, label] for label in labels]
            return [count / max(sum(counts), 1) for count in counts]

        return probabilities

    yield
    registry._FAMILIES.pop("capitals")


@pytest.fixture
def bag_of_words() -> Iterator[None]:
    """A model that counts in which texts of each label a word was, and sees nothing of their order."""

    @model("bag", "Counts words")
    def bag(material: Material, labels: tuple[str, ...]) -> Probabilities:
        seen = Counter((word, e.label) for e in material.train for word in set(e.texts[0].split()))

        def probabilities(texts: tuple[str, ...]) -> list[float]:
            odds = [prod((seen[word, label] + 1) / 10 for word in set(texts[0].split())) for label in labels]
            return [one / sum(odds) for one in odds]

        return probabilities

    yield
    registry._FAMILIES.pop("bag")


@pytest.fixture
def home(tmp_path: Path) -> Workspace:
    workspace = Workspace(tmp_path).prepare()
    reviews(workspace)
    return workspace


def asked(experiment: str = "learnability", *models: ModelSpec, **others: object) -> ExperimentRequest:
    usual = ExperimentRequest(experiment, "reviews", models or (READER,), (CAPITALS, SPACES), (0.5, 1.0))
    return replace(usual, **({"train_samples": 80, "test_samples": 20} | others))  # type: ignore[arg-type]


def done(home: Workspace, request: ExperimentRequest) -> list[Outcome]:
    return outcomes(home, run_inline(home, "experiment", "An experiment", request.arguments()))


def learnability(found: list[Outcome], condition: str, share: float) -> float:
    of = {o.tested_on: o.accuracy for o in found if (o.labels, o.trained_on, o.share) == ("random", condition, share)}
    return of[condition] - of[""]


def test_a_model_that_sees_one_perturbation_learns_that_one_alone(home: Workspace, capital_reader: None) -> None:
    found = done(home, asked())
    assert [learnability(found, CAPITALS, share) for share in (0.5, 1.0)] == [1.0, 1.0]
    assert [learnability(found, SPACES, share) for share in (0.5, 1.0)] == [0.0, 0.0]
    asked_about = [o for o in found if o.labels is Labels.RANDOM]
    assert len(asked_about) == 2 * 2 * 2 and all(0 < o.samples <= 11 for o in asked_about)
    assert [(o.trained_on, o.share, o.tested_on) for o in found if o.labels is Labels.GOLD] == [
        ("", 0.0, ""), ("", 0.0, CAPITALS), ("", 0.0, SPACES),
        (CAPITALS, 1.0, ""), (CAPITALS, 1.0, CAPITALS), (SPACES, 1.0, ""), (SPACES, 1.0, SPACES),
    ]  # fmt: skip
    card = experiment_named(home, "latest")
    assert card.finished and card.trainings == 7
    assert card.unchanged and card.told_apart and card.told_apart[CAPITALS] > 80
    assert card.request == asked()


def test_a_bag_of_words_needs_no_order_but_the_words_that_tell(home: Workspace, bag_of_words: None) -> None:
    shuffles = ("word_full_shuffle@1", "word_phrase_shuffle@0.5", "word_neighbour_flip@0.5")
    reader = ModelSpec("Bag", "bag")
    rows = corrupted(done(home, asked("word_order", reader, conditions=shuffles, shares=(1.0,))))
    assert [row.changes for row in rows] == [(0, 0, 0)] * 3 and rows[0].baseline.mean > 0.9
    measured = experiment_named(home, "latest").measured or {}
    full, flipped = measured[shuffles[0]], measured[shuffles[2]]
    assert full["IDC"] > 2 * flipped["IDC"] > 0 and 0 < full["BLEU-4"] < 1 and full["Levenshtein"] > 0.2
    assert all(isnan(line.pearson.value) for line in explained(rows, measured))  # nothing is lost by any of them
    [row] = corrupted(done(home, asked("word_classes", reader, conditions=(ADJECTIVES,), shares=(1.0,))))
    assert min(row.changes[1:]) < -30 and row.baseline.mean > 0.9
    assert set((experiment_named(home, "latest").measured or {})[ADJECTIVES]) == {"BLEU-4", "Levenshtein"}


@pytest.mark.slow
def test_training_on_a_perturbation_helps_where_it_is_tested(home: Workspace) -> None:
    network = replace(CNN, epochs=12)
    request = asked("augmentation", network, conditions=("leet_letters.paper@1",), shares=(1.0,))
    of = {(o.trained_on, o.tested_on): o.accuracy for o in done(home, request)}
    leet = "leet_letters.paper@1"
    assert of[leet, leet] > of["", leet]
    assert set(of) == {("", ""), ("", leet), (leet, ""), (leet, leet)}


def test_a_resumed_experiment_gives_the_same_figures_and_trains_nothing_again(
    home: Workspace, capital_reader: None
) -> None:
    network = replace(CNN, epochs=1)
    request = asked("learnability", network, conditions=(CAPITALS,), shares=(1.0,))
    whole = [replace(o, seconds=0) for o in done(home, request)]
    folder = home.experiments / experiment_named(home, "latest").id
    log, kept = outcome_log(folder), list(outcome_log(folder).read())[:2]
    log.replace(kept)
    trained = sorted(path.stat().st_mtime_ns for path in home.models.glob("*/flinch.json"))
    from data.jobs.job import resume_inline

    resume_inline(home, folder.name)
    assert [replace(o, seconds=0) for o in outcomes(home, folder.name)] == whole
    assert sorted(path.stat().st_mtime_ns for path in home.models.glob("*/flinch.json")) == trained


@pytest.mark.slow
def test_an_experiment_that_is_killed_goes_on_to_the_same_figures(home: Workspace) -> None:
    network = replace(CNN, epochs=8)
    request = asked("learnability", network, conditions=(CAPITALS,), shares=(0.5, 1.0))
    name = submit(home, "experiment", "An experiment", request.arguments())
    for done_already in (2, 5):  # outcomes that are put down when it is killed: between trainings, or in one
        until(lambda: len(outcomes(home, name)) >= done_already)  # noqa: B023
        os.kill(json.loads((home.jobs / name / "worker.json").read_text())["pid"], signal.SIGKILL)
        until(lambda: status(home, name).state is JobState.LOST)
        kept = [replace(o, seconds=0) for o in outcomes(home, name)]
        assert len(kept) < 8
        resume(home, name)
        until(lambda: status(home, name).state is JobState.RUNNING)
    until(lambda: status(home, name).ended)
    found = [replace(o, seconds=0) for o in outcomes(home, name)]
    assert found[: len(kept)] == kept and experiment_named(home, name).finished
    fresh = Workspace(home.root.parent / "unbroken").prepare()
    reviews(fresh)
    assert found == [replace(o, seconds=0) for o in done(fresh, request)]


def until(met: Callable[[], bool]) -> None:
    """Wait for it; the test fails after two minutes."""
    began = time.monotonic()
    while not met():
        assert time.monotonic() - began < 120
        time.sleep(0.02)


def test_a_training_that_fails_is_listed_with_its_reason_and_the_rest_stands(
    home: Workspace, capital_reader: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = registry.family("capitals")
    broken = replace(READER, name="Broken", path="broken")

    def plan(self: object, spec: ModelSpec, *rest: object) -> object:
        if spec.path:
            raise BadInput("its folder is empty")
        return original(self, spec, *rest)

    original = type(family).plan
    monkeypatch.setattr(type(family), "plan", plan)
    found = done(home, asked("learnability", broken, READER, conditions=(CAPITALS,), shares=(1.0,)))
    assert {o.reason for o in found if o.model == "Broken"} == {"its folder is empty"}
    assert {o.reason for o in found if o.model == "Reader"} == {""}
    assert learnability([o for o in found if o.model == "Reader"], CAPITALS, 1.0) == 1.0


def test_labels_by_chance_are_balanced_and_what_is_perturbed_is_nested(home: Workspace) -> None:
    texts = ExperimentTexts.read(home, asked())
    labels = by_chance(texts.train, 3)
    assert Counter(labels.values()) == {"perturbed": 40, "other": 40} and labels != by_chance(texts.train, 4)
    assert Counter(s.gold for s in texts.train) == {"bad": 40, "good": 40}

    def changed(share: float) -> set[str]:
        one = Training(replace(READER, seed=3), Labels.RANDOM, parse_condition(CAPITALS), share, ())
        return {e.texts[0] for e in texts.examples(one) if e.texts[0] != e.texts[0].lower()}

    few, many, all_ = (changed(share) for share in (0.2, 0.6, 1.0))
    assert few < many < all_ and len(all_) == 40


def test_perturbed_texts_are_added_or_stand_in_for_their_originals(home: Workspace) -> None:
    texts = ExperimentTexts.read(home, asked())
    added = Training(READER, Labels.GOLD, parse_condition(CAPITALS), 1.0, ())
    assert len(texts.examples(added)) == 80 + texts.perturbed(added) == 159
    assert len(texts.examples(replace(added, replaces=True))) == 80


@pytest.mark.parametrize(
    ("others", "told"),
    [
        (
            {"shares": (0.001,)},
            "At a share of 0.001, random upper .paper rules. · p 1 perturbs none of the 80 training samples",
        ),
        ({"train_samples": 500}, "has 41 samples of 'bad', so a balanced set has at most 82 samples"),
        ({"train_samples": 4}, "4 samples of 'reviews' are too few"),
        ({"shares": ()}, "The shares of perturbed texts are none;"),
        ({"conditions": (CAPITALS, CAPITALS)}, "The same perturbation is asked for twice"),
        ({"conditions": ("swap_num@100",)}, "swap num · 100 % changes none of the 80 training samples; choose"),
        (
            {"conditions": ("swap_num@100", "word_class_removal@NUM")},
            "Each of the 2 perturbations changes none of the 80",
        ),
        ({"test_split": "train"}, "Training and testing both use 'train'"),
        ({"test_split": "tset"}, "has no split 'tset'"),
    ],
)
def test_what_can_not_be_done_is_said_before_anything_is_trained(
    home: Workspace, capital_reader: None, others: dict[str, object], told: str
) -> None:
    with pytest.raises(BadInput, match=told):
        done(home, asked(**others))
    assert not list(home.models.iterdir())


def test_a_perturbation_that_changes_no_text_is_left_out_before_training(home: Workspace, capital_reader: None) -> None:
    found = done(home, asked(conditions=(CAPITALS, "swap_num@100"), shares=(1.0,)))
    assert {one.trained_on for one in found} == {"", CAPITALS}
    card = experiment_named(home, "latest")
    assert card.left_out == {"swap_num@100": "80 training samples"} and card.drawn == (80, 20)
    assert card.warnings[0] == "swap_num@100 changes none of the 80 training samples, so it is left out."
    assert card.unchanged_tests == {CAPITALS: 5.0}  # of 1 text in 20


def test_the_plan_of_the_paper_is_192_trainings_for_its_labels_by_chance() -> None:
    learn = find_experiment("learnability")
    request = ExperimentRequest("learnability", "imdb", (CNN,), learn.conditions, learn.shares, (0, 1, 2))
    plan = learn.trainings(request)
    assert sum(one.labels is Labels.RANDOM for one in plan) == 8 * 8 * 3 and len(plan) == 192 + 3 * 9


def test_what_people_kept_is_added_with_their_labels_beside_as_many_others(workspace: Workspace) -> None:
    mine = [Sample("mine", "dev", (TextField("text", text),), label) for text, label in texts()[80:]]
    card, asked_of = dataset(Task.CLASSIFICATION, [((text,), label) for text, label in texts()[:80]])
    file = prepared(workspace, card, [*asked_of, *mine], "word_deletion@1")
    said = ["keep"] * 20 + ["bad", "good"] * 3 + ["discard"] * 10
    with closing(Store.open(workspace)) as store:
        store.ingest(workspace.jobs / "job")
        decide(store, file, {sample.id: one for sample, one in zip(asked_of, said, strict=False)})
    request = ExperimentRequest(
        "augmentation", "mine", (CNN,), ("word_deletion@1",), (1.0,), train_split="test", test_split="dev",
        train_samples=60, test_samples=20, curated=True,
    )  # fmt: skip
    drawn = ExperimentTexts.read(workspace, request)
    original, kept, others = find_experiment("augmentation").trainings(request)
    before, added, as_many = (Counter(drawn.examples(one)) for one in (original, kept, others))
    assert (before.total(), (added - before).total(), (as_many - before).total()) == (60, 26, 26)
    relabelled = {asked_of[n].fields[0].text: said[n] for n in range(20, 26)}
    assert len(relabelled) == 6 and Counter(e.label for e in drawn.kept[request.parsed[0]])["bad"] >= 3
    found = done(workspace, replace(request, models=(replace(CNN, epochs=1),)))
    assert [o.added for o in found if o.tested_on == ""] == ["all", "kept", "as many others"]
    with pytest.raises(BadInput, match="People kept 0 texts of word deletion · PPS 2 in the training split"):
        done(workspace, replace(request, conditions=("word_deletion@2",)))
    with pytest.raises(BadInput, match="Curated texts are only for the experiment augmentation"):
        done(workspace, replace(request, experiment="learnability"))
