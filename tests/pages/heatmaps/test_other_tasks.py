"""Runs whose answers are numbers or tags, on the pages."""

from collections.abc import Callable, Sequence

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Candidate, Cell, DatasetCard, FieldRewrite, Prediction, Sample, Task, TextField
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.datasets.stored import save_dataset
from data.runs.files import RunCard, RunCell, RunModel, predictions_path, predictions_table, write_card
from data.tables import write_parquet
from data.workspace import Workspace
from pages.ui.heatmaps.comparison import why_not
from pages.ui.heatmaps.metrics import METRICS, SCALES
from pages.ui.heatmaps.published_heatmaps import Collection
from tests.pages.as_read import captions
from tests.pages.heatmaps.views import show
from tools.candidates import PlacedCandidate, write_candidates

RUN, MODEL = "20260101-000000-abcdef", RunModel("model", "path", "file", dev_accuracy=0.8)
ANSWERS = {  # gold, before, after
    Task.SIMILARITY: [("5", "4.5000", "2.0000"), ("1", "1.5000", "1.4000"), ("3", "3.0000", "3.0000")],
    Task.TAGGING: [("B-PER O", "B-PER O", "O O"), ("O O", "O O", "O O"), ("B-LOC O", "B-LOC O", "B-LOC O")],
}


def written(
    workspace: Workspace, task: Task, answers: Sequence[tuple[str, str, str]] = (), texts: Sequence[str] = ()
) -> None:
    """A run of samples with these answers, all perturbed by replacing their first word, Old0 and so on. Three of two
    words unless it is said otherwise; of more tags, or in `texts`, what follows that word.
    """
    answers = answers or ANSWERS[task]
    rest = texts or [" ".join(["day", "in", "Rome"][: len(gold.split()) - 1]) or "day" for gold, _, _ in answers]
    samples = [
        Sample("d", "test", (TextField("text", f"Old{i} {rest[i]}"),), gold) for i, (gold, _, _) in enumerate(answers)
    ]
    save_dataset(workspace, DatasetCard("d", task, (), ("text",), {}), samples)
    cell = RunCell("word_deletion", pps(1), len(answers), 1.0)
    card = RunCard(
        RUN, "by hand", "d", "test", "train", (), len(answers), 0, "cpu", (MODEL,), (cell,),
        "2026-01-01T00:00:00+00:00", 1.5, True, {"torch": "2.13.0"}, variants=RUN, task=task,
    )  # fmt: skip
    folder = workspace.runs / RUN
    folder.mkdir(parents=True)
    write_card(folder, card)
    place = Cell("d", "test", "word_deletion", pps(1))
    rewrites = [FieldRewrite("text", Rewrite.of(s.fields[0].text, [Piece(0, 4, "New")])) for s in samples]
    made = [Candidate(s.id, place, 0, (r,)) for s, r in zip(samples, rewrites, strict=True)]
    write_candidates(workspace.variants / RUN, [PlacedCandidate(c, "", i) for i, c in enumerate(made)])
    for at, path in ((1, predictions_path(folder, MODEL, None)), (2, predictions_path(folder, MODEL, place))):
        rows = [
            (Prediction(RUN, "model", c.sample_id, row[at], (), c.id if at == 2 else ""), row[0])
            for c, row in zip(made, answers, strict=True)
        ]
        write_parquet(path, predictions_table(rows))


def test_every_metric_has_a_scale_of_its_own() -> None:
    assert {metric.unit for metric in METRICS.values()} <= SCALES.keys()


@pytest.mark.parametrize(
    ("task", "metrics", "header", "told", "shown"),
    [
        (
            Task.SIMILARITY,
            {"Concordance", "Pearson", "Spearman", "Pearson lost", "Spearman lost", "Mean change", "Share perturbed"},
            "Changed scores",
            "2 of 2 samples whose score changed",
            "4.50 → 2.00",
        ),
        (
            Task.TAGGING,
            {"Kappa", "Entity F1", "Entity F1 lost", "Robustness", "Share perturbed"},
            "Flipped predictions",
            "1 of 1 sentences in which an entity changed",
            "Old0 PER → no entity",
        ),
    ],
)
def test_the_heatmap_offers_what_the_task_has_and_opens_its_samples(
    workspace: Workspace,
    open_page: Callable[[str], AppTest],
    task: Task,
    metrics: set[str],
    header: str,
    told: str,
    shown: str,
) -> None:
    written(workspace, task)
    app = open_page("heatmaps")
    show(app, "Heatmap")
    assert not app.exception
    assert {option.partition(" (")[0] for option in app.selectbox(key="own-metric").options} == metrics
    assert header in [found.value for found in app.header]
    for metric in app.selectbox(key="own-metric").options:
        app.selectbox(key="own-metric").set_value(metric).run()
        assert not app.exception, metric
    rows = next(box for box in app.selectbox if "Word deletion PPS 1" in box.options)
    rows.set_value("Word deletion PPS 1").run()
    assert any(caption.value.startswith(told) for caption in app.caption), [c.value for c in app.caption]
    assert any(shown in str(html.proto) for html in app.get("html"))
    if task is Task.SIMILARITY:
        assert any("gold score 5.00" in str(html.proto) for html in app.get("html"))
    flips = open_page("flips")
    assert not flips.exception
    assert any(caption.value.startswith(("A flip: ", "A flip is ")) for caption in flips.caption)
    assert any("Fewer than 30 predictions" in str(html.proto) for html in flips.get("html"))


@pytest.mark.parametrize(("task", "told"), [(Task.SIMILARITY, "4.50 → 2.00"), (Task.TAGGING, "Old0 PER → no entity")])
def test_a_sample_is_shown_with_its_flips(
    workspace: Workspace, open_page: Callable[[str], AppTest], task: Task, told: str
) -> None:
    written(workspace, task)
    app = open_page("samples")
    grid = app.dataframe[0].value  # the first row is open
    assert list(grid["flipped"]) == [100, 0, 0] and grid["text"][0].startswith("Old0")
    assert not app.exception
    assert any(told in str(html.proto) for html in app.get("html"))
    if task is Task.SIMILARITY:
        assert any(caption.startswith("Gold score 5.00.") for caption in captions(app))
    assert any(caption.value.startswith("1 distinct text, 1 with a flip.") for caption in app.caption)


def test_a_metric_stands_beside_what_the_paper_measured_the_task_by() -> None:
    assert not why_not(Collection.SCORE, "NER", "f1_entities")
    assert not why_not(Collection.LOST, "SS", "pearson_lost")
    said = why_not(Collection.SCORE, "SS", "spearman")
    assert "did not use Spearman correlation for this task. The paper used Pearson correlation. Choose" in said
