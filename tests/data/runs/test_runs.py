"""Scores and flips read off a run folder whose predictions were written by hand."""

import json
from dataclasses import replace
from math import isnan
from pathlib import Path

import pytest

from core.design import Condition
from core.errors import BadInput
from core.records import Candidate, CuratedSample, FieldRewrite, Prediction, Sample, Score, Task, TextField
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.runs.counts import Labels
from data.runs.files import (
    CellFailure,
    RunCard,
    RunCell,
    RunModel,
    failures_in_words,
    predictions_path,
    predictions_table,
    read_card,
    read_predictions,
    rename_run,
    write_card,
)
from data.runs.scores import (
    changed_pairs,
    flips,
    has_scores,
    offered,
    positive_sentence,
    predictions_of,
    run_card,
    runs,
    scores,
)
from data.tables import write_parquet
from data.workspace import Workspace
from tools.candidates import PlacedCandidate, write_candidates

# Ten samples, of which the perturbation could touch the first eight. Gold, before and after:
GOLD = "yyyyynnnnn"
BEFORE = "yyyynynnnn"
AFTER = "yynynynyNN"  # capitals: not touched, so as before
RUN, MODEL = "20260101-000000-abcdef", RunModel("model", "path", "file")


@pytest.fixture
def run(workspace: Workspace) -> RunCard:
    """The run folder on disk."""
    samples = [Sample("d", "test", (TextField("text", f"old {i}"),), GOLD[i]) for i in range(10)]
    cell = RunCell("word_deletion", pps(1), 8, 0.8)
    card = RunCard(
        RUN, "by hand", "d", "test", "train", ("y", "n"), 10, 0, "cpu", (MODEL,), (cell,), "2026-01-01T00:00:00+00:00",
        1.5, True, {"torch": "2.13.0"}, variants=RUN,
    )  # fmt: skip
    folder = workspace.runs / RUN
    folder.mkdir()
    write_card(folder, card)
    rewrite = [FieldRewrite("text", Rewrite.of(s.fields[0].text, [Piece(0, 3, "new")])) for s in samples]
    made = [Candidate(s.id, card.cell(cell), 0, (r,)) for s, r in zip(samples[:8], rewrite[:8], strict=True)]
    write_candidates(workspace.variants / RUN, [PlacedCandidate(c, "", i) for i, c in enumerate(made)])
    before = [(predicted(s.id, label), s.label) for s, label in zip(samples, BEFORE, strict=True)]
    after = [(predicted(c.sample_id, AFTER[i], c.id), GOLD[i]) for i, c in enumerate(made)]
    write_parquet(predictions_path(folder, MODEL, None), predictions_table(before))
    write_parquet(predictions_path(folder, MODEL, card.cell(cell)), predictions_table(after))
    return card


def predicted(sample_id: str, label: str, candidate_id: str = "") -> Prediction:
    return Prediction(RUN, "model", sample_id, label, (0.7, 0.3) if label == "y" else (0.2, 0.8), candidate_id)


def by_metric(found: list[Score]) -> dict[tuple[str, str], Score]:
    return {(score.metric, score.perturbation): score for score in found}


def candidate_ids(workspace: Workspace) -> list[str]:
    import pyarrow.parquet as pq

    (path,) = (workspace.variants / RUN).glob("*.parquet")
    return [str(id_) for id_ in pq.read_table(path)["variant_id"].to_pylist()]


def test_a_card_is_read_back_as_it_was_written(workspace: Workspace, run: RunCard) -> None:
    assert runs(workspace) == [run]
    assert run_card(workspace, RUN) == run
    (workspace.runs / RUN / "run.json").write_text("{")
    assert read_card(workspace.runs / RUN) is None
    assert runs(workspace) == []
    with pytest.raises(BadInput, match="There is no run 'other'"):
        run_card(workspace, "other")


def test_a_card_of_an_earlier_version_says_what_was_usual_then(workspace: Workspace, run: RunCard) -> None:
    path = workspace.runs / RUN / "run.json"
    held = json.loads(path.read_text())
    later = ("ours", "labelled", "variants", "task", "plan", "failures", "scale", "numbered")
    path.write_text(json.dumps({name: value for name, value in held.items() if name not in later}))
    card = run_card(workspace, RUN)
    assert tuple(getattr(card, name) for name in later) == (
        False, True, "", Task.CLASSIFICATION, "", (), None, True,
    )  # fmt: skip
    assert (card.samples, card.models) == (run.samples, run.models)


def test_scores_by_hand(workspace: Workspace, run: RunCard) -> None:
    found = by_metric(scores(workspace, RUN))
    # Before: samples 4 and 5 are wrong: 8 of 10. After: 2, 4, 5 and 7 are wrong: 6 of 10.
    assert found["accuracy", ""].value == pytest.approx(0.8)
    assert found["accuracy", "word_deletion"].value == pytest.approx(0.6)
    assert found["accuracy", "word_deletion"].n == 10
    # Before names y 5 times (0-3, 5) and n 5 times; after y 5 times (0, 1, 3, 5, 7). Samples 2 and 7 differ:
    # p0 = 8/10, pe = 0.5 * 0.5 + 0.5 * 0.5 = 0.5, kappa = 0.3 / 0.5 = 0.6
    assert found["kappa", "word_deletion"].value == pytest.approx(0.6)
    # y: TP 3 (0, 1, 3), FP 2 (5, 7), FN 2 (2, 4): 6/10; n: TP 3 (6, 8, 9), FP 2, FN 2: 6/10
    assert found["f1_macro", "word_deletion"].value == pytest.approx(0.6)
    assert found["share_perturbed", "word_deletion"].value == pytest.approx(0.8)
    robust, kappa = found["robustness", "word_deletion"], found["kappa", "word_deletion"]
    assert (robust.value, robust.n) == (pytest.approx(0.48), 10)  # 0.6 times 0.8
    assert (robust.low, robust.high) == (pytest.approx(0.8 * kappa.low), pytest.approx(0.8 * kappa.high))
    assert (found["mean_severity", "word_deletion"].value, found["mean_severity", "word_deletion"].n) == (0.8, 10)


def test_scores_by_gold_label_by_hand(workspace: Workspace, run: RunCard) -> None:
    found = by_metric(scores(workspace, RUN))
    assert found["f1_micro", "word_deletion"] == replace(found["accuracy", "word_deletion"], metric="f1_micro")
    # the second label, n, is the positive one: before TP 4 (6-9), FP 1 (4), FN 1 (5): 8/10; after 6/10 as above
    assert found["f1_binary", ""].value == pytest.approx(0.8)
    assert found["f1_binary_lost", "word_deletion"].value == pytest.approx(0.2)
    # before TP 4, TN 4, FP 1, FN 1: (16 - 1) / 25; after 3, 3, 2, 2: (9 - 4) / 25
    assert found["matthews", ""].value == pytest.approx(0.6)
    assert found["matthews_lost", "word_deletion"].value == pytest.approx(0.4)
    assert found["f1_macro_lost", "word_deletion"].value == pytest.approx(0.2)
    assert all(score.low < score.value < score.high for score in found.values() if score.metric.endswith("_lost"))
    asked = scores(workspace, RUN, only=("matthews", "accuracy_lost_p"))
    assert [(score.metric, score.perturbation) for score in asked] == [
        ("matthews", ""), ("matthews", "word_deletion"), ("accuracy_lost_p", "word_deletion"),
    ]  # fmt: skip


def test_what_is_offered_depends_on_the_labels(run: RunCard) -> None:
    assert "f1_binary" in offered(run) and "kappa_linear" not in offered(run)
    stars = replace(run, labels=("1", "2", "3"))
    assert "f1_binary" not in offered(stars) and "kappa_linear" in offered(stars)
    assert "kappa_linear" not in offered(replace(run, labels=("a", "b", "c")))
    fine = ("negative", "neutral", "positive", "very negative", "very positive")
    assert "kappa_quadratic" in offered(replace(run, dataset="sst5", labels=fine))


def test_a_weighted_kappa_goes_by_the_order_of_the_labels(workspace: Workspace, run: RunCard) -> None:
    folder = workspace.runs / RUN
    write_card(folder, replace(run, labels=("10", "9", "2")))
    for cell, labels in ((None, ["2", *["9"] * 9]), (run.cell(run.cells[0]), ["2", *["9"] * 6, "10"])):
        path = predictions_path(folder, MODEL, cell)
        rows = zip(read_predictions(path), labels, strict=True)
        write_parquet(
            path, predictions_table([(predicted(r.sample_id, label, r.candidate_id), "2") for r, label in rows])
        )
    (found,) = scores(workspace, RUN, only=("kappa_linear",))
    # one of ten goes a step up, 9 to 10: found 1/10; before 2 1/10, 9 9/10; after 2 1/10, 9 8/10, 10 1/10:
    # chance 1/10 * (8/10 + 2/10) + 9/10 * (1/10 + 1/10) = 28/100
    assert found.value == pytest.approx(1 - 10 / 28)


def test_only_what_people_kept_counts_with_the_label_they_gave(workspace: Workspace, run: RunCard) -> None:
    ids = candidate_ids(workspace)
    verdicts = {0: "y", 2: "n", 7: "n"}  # kept, relabelled from y to n, kept
    curated = {ids[i]: CuratedSample(ids[i], "", label, i == 2, ("ada",)) for i, label in verdicts.items()}
    found = by_metric(scores(workspace, RUN, curated))
    # After: 0 y is right, 2 n is right now, 7 y is wrong: 2 of 3.
    # Before y y n, after y n y: p0 = 1/3, pe = 2/3 * 2/3 + 1/3 * 1/3 = 5/9, kappa = (3/9 - 5/9) / (4/9) = -1/2
    assert found["accuracy", "word_deletion"].value == pytest.approx(2 / 3)
    assert found["kappa", "word_deletion"].value == pytest.approx(-0.5)
    assert found["kappa", "word_deletion"].n == 3
    assert found["accuracy", ""].n == 10  # the original texts are scored as before
    assert isnan(by_metric(scores(workspace, RUN, {}))["kappa", "word_deletion"].value)


def test_accuracy_lost_is_taken_over_the_same_samples(workspace: Workspace, run: RunCard) -> None:
    ids = candidate_ids(workspace)
    # All ten: 8 right before and 6 after. Only samples 2 and 7 changed, both from right to wrong.
    lost = by_metric(scores(workspace, RUN))["accuracy_lost", "word_deletion"]
    assert (lost.value, lost.n) == (pytest.approx(0.2), 10)
    # Kept: 0 right and right; 2, relabelled n, right (its own y) and right (n); 4 wrong and wrong; 7 right and wrong.
    verdicts = {0: "y", 2: "n", 4: "y", 7: "n"}
    curated = {ids[i]: CuratedSample(ids[i], "", label, i == 2, ("ada",)) for i, label in verdicts.items()}
    kept = by_metric(scores(workspace, RUN, curated))["accuracy_lost", "word_deletion"]
    assert (kept.value, kept.n) == (pytest.approx(1 / 4), 4)  # 3/4 - 2/4; all ten before less these after is 0.3
    assert kept.low < 1 / 4 < kept.high
    # two right only before, none only after: twice 1/4
    assert by_metric(scores(workspace, RUN))["accuracy_lost_p", "word_deletion"].value == pytest.approx(0.5)


@pytest.mark.parametrize("bare", [range(1), range(10)])
def test_what_rests_on_gold_labels_is_not_known_where_one_or_all_are_missing(
    workspace: Workspace, run: RunCard, bare: range
) -> None:
    for cell in (None, run.cell(run.cells[0])):
        path = predictions_path(workspace.runs / RUN, MODEL, cell)
        rows = enumerate(read_predictions(path))
        said = [(predicted(r.sample_id, r.label, r.candidate_id), "" if n in bare else r.gold) for n, r in rows]
        write_parquet(path, predictions_table(said))
    found = by_metric(scores(workspace, RUN))
    of_gold = [score for (metric, _), score in found.items() if metric.startswith(("accuracy", "f1", "matthews"))]
    assert {score.metric for score in of_gold} >= {"accuracy", "accuracy_lost", "accuracy_lost_p", "f1_macro"}
    assert all(isnan(score.value) and score.n == 0 for score in of_gold)
    assert found["kappa", "word_deletion"].value == pytest.approx(0.6)  # as with them


def test_only_the_samples_that_were_changed(workspace: Workspace, run: RunCard) -> None:
    found = by_metric(scores(workspace, RUN, changed=True))
    # The first eight: 4 right of them after (0, 1, 3, 6), 6 before; y 5 and n 3 before, y 5 and n 3 after, 6 the same:
    # p0 = 6/8, pe = (25 + 9)/64, kappa = (48 - 34) / (64 - 34) = 14/30
    assert (found["accuracy", "word_deletion"].value, found["accuracy", "word_deletion"].n) == (0.5, 8)
    assert found["accuracy_lost", "word_deletion"].value == pytest.approx(0.25)
    assert found["kappa", "word_deletion"].value == pytest.approx(14 / 30)
    assert found["share_perturbed", "word_deletion"].n == 10


def test_kappa_over_all_samples_stands_beside_that_of_the_changed_ones(workspace: Workspace, run: RunCard) -> None:
    found = by_metric(scores(workspace, RUN))
    assert found["kappa", "word_deletion"].value == pytest.approx(0.6)
    changed = found["kappa_changed", "word_deletion"]
    assert (changed.value, changed.n) == (pytest.approx(14 / 30), 8)
    assert ("kappa_changed", "word_deletion") not in by_metric(scores(workspace, RUN, changed=True))


def test_where_nothing_was_changed_there_is_no_kappa(workspace: Workspace, run: RunCard) -> None:
    folder, path = workspace.runs / RUN, predictions_path(workspace.runs / RUN, MODEL, run.cell(run.cells[0]))
    write_card(folder, replace(run, cells=(replace(run.cells[0], applied=0),)))
    write_parquet(path, predictions_table([]))
    found = by_metric(scores(workspace, RUN))
    for metric in ("kappa", "accuracy_lost", "accuracy_lost_p", "kappa_changed"):
        assert isnan(found[metric, "word_deletion"].value) and found[metric, "word_deletion"].n == 0
    assert found["share_perturbed", "word_deletion"].value == 0
    assert (found["robustness", "word_deletion"].value, found["robustness", "word_deletion"].n) == (0, 10)
    assert found["accuracy", "word_deletion"].value == pytest.approx(0.8)  # over all samples, as they are


def test_flips_by_hand(workspace: Workspace, run: RunCard) -> None:
    ids = candidate_ids(workspace)
    found = flips(workspace, RUN, "model", Condition("word_deletion", pps(1)))
    told = {f.candidate_id: (f.gold, f.before, f.after, f.p_before, f.p_after) for f in found}
    assert told == {ids[2]: ("y", "y", "n", 0.7, 0.8), ids[7]: ("n", "n", "y", 0.8, 0.7)}
    assert found[0].rewrites[0].rewrite.perturbed.startswith("new")
    curated = {ids[2]: CuratedSample(ids[2], "", "n", True, ("ada",))}
    (flip,) = flips(workspace, RUN, "model", Condition("word_deletion", pps(1)), curated)
    assert (flip.candidate_id, flip.gold, flip.gold_after) == (ids[2], "y", "n")  # each text is judged by its own label


def test_the_labels_of_changed_samples_and_of_those_people_kept(workspace: Workspace, run: RunCard) -> None:
    ids, cell = candidate_ids(workspace), ("model", Condition("word_deletion", pps(1)))
    assert len(changed_pairs(workspace, RUN, *cell).after) == 8
    curated = {ids[2]: CuratedSample(ids[2], "", "n", True, ("ada",))}
    assert changed_pairs(workspace, RUN, *cell, curated).counted == {Labels("y", "y", "n", "n"): 1}
    assert changed_pairs(workspace, RUN, *cell, {}).counted == {}


def test_the_surest_flip_comes_first(workspace: Workspace, run: RunCard) -> None:
    folder, ids = workspace.runs / RUN, candidate_ids(workspace)
    before = {0: 0.9, 1: 0.7, 2: 0.55, 3: 0.95}  # how sure of y it was
    after = {0: 0.6, 1: 0.8, 2: 0.99, 3: 0.85}  # and then of n: as sure as the less sure of both, 0.6 0.7 0.55 0.85
    samples = {
        row.candidate_id: row.sample_id
        for row in read_predictions(predictions_path(folder, MODEL, run.cell(run.cells[0])))
    }
    were = [(Prediction(RUN, "model", samples[ids[i]], "y", (p, 1 - p)), "y") for i, p in before.items()]
    are = [(Prediction(RUN, "model", samples[ids[i]], "n", (1 - p, p), ids[i]), "y") for i, p in after.items()]
    write_parquet(predictions_path(folder, MODEL, None), predictions_table(were))
    write_parquet(predictions_path(folder, MODEL, run.cell(run.cells[0])), predictions_table(are))
    found = flips(workspace, RUN, "model", Condition("word_deletion", pps(1)))
    assert [ids.index(flip.candidate_id) for flip in found] == [3, 1, 0, 2]


def test_a_run_under_way_shows_what_it_has(workspace: Workspace, run: RunCard) -> None:
    folder = workspace.runs / RUN
    predictions_path(folder, MODEL, run.cell(run.cells[0])).unlink()
    of_originals = ("accuracy", "f1_micro", "f1_macro", "f1_binary", "matthews")
    assert set(by_metric(scores(workspace, RUN))) == {(metric, "") for metric in of_originals}
    assert flips(workspace, RUN, "model", Condition("word_deletion", pps(1))) == []


def test_another_folder_is_no_run(workspace: Workspace, tmp_path: Path) -> None:
    (workspace.runs / "empty").mkdir()
    assert runs(workspace) == []


def test_predictions_are_read_by_model_and_condition(workspace: Workspace, run: RunCard) -> None:
    condition = run.cell(run.cells[0]).condition
    assert predictions_of(workspace, RUN, "model", None)["label"].to_pylist() == list(BEFORE)
    assert predictions_of(workspace, RUN, "model", condition)["label"].to_pylist() == list(AFTER[:8])
    with pytest.raises(BadInput, match="has no model 'other'; its models are model"):
        predictions_of(workspace, RUN, "other", None)
    with pytest.raises(BadInput, match="has no negation"):
        predictions_of(workspace, RUN, "model", Condition("negation", pps(1)))
    predictions_path(workspace.runs / RUN, MODEL, run.cell(run.cells[0])).unlink()
    with pytest.raises(BadInput, match=r"has not predicted .*word deletion.*resume the run"):
        predictions_of(workspace, RUN, "model", condition)


def test_a_run_has_scores_once_a_model_has_predicted_both_texts(workspace: Workspace, run: RunCard) -> None:
    folder, other = workspace.runs / RUN, replace(MODEL, name="other", file="other")
    assert has_scores(workspace, replace(run, models=(other, MODEL)))
    assert has_scores(workspace, replace(run, cells=(replace(run.cells[0], severity=pps(4)), *run.cells)))
    assert not has_scores(workspace, replace(run, models=(other,)))
    original = predictions_path(folder, MODEL, None).rename(folder / "away")
    assert not has_scores(workspace, run)
    original.rename(predictions_path(folder, MODEL, None))
    predictions_path(folder, MODEL, run.cell(run.cells[0])).unlink()
    assert not has_scores(workspace, run)


def test_a_run_gets_another_title_and_nothing_else(workspace: Workspace, run: RunCard) -> None:
    rename_run(workspace.runs / RUN, "Another")
    assert run_card(workspace, RUN) == replace(run, title="Another")
    rename_run(workspace.runs / "nowhere", "Another")
    assert [card.id for card in runs(workspace)] == [RUN]


def test_the_positive_label_is_told_where_there_are_two(workspace: Workspace, run: RunCard) -> None:
    told = "F1 is for the label 'n'; `python cli.py positive-label d LABEL` sets another label."
    assert positive_sentence(workspace, run) == told
    assert positive_sentence(workspace, replace(run, labels=("a", "b", "c"))) == ""


def test_failures_are_named_up_to_three(run: RunCard) -> None:
    failures = [CellFailure("model", condition, "no room") for condition in ("", "a@1", "b@1", "c@1", "d@1")]
    said = [failures_in_words(replace(run, failures=tuple(failures[:n]))) for n in range(6)]
    first = "model on the original texts (no room)"
    assert said[0] == ""
    assert said[1] == f"1 cell failed: {first}; run the job again to continue."
    assert (
        said[3]
        == f"3 cells failed: {first}, model on a@1 (no room), model on b@1 (no room); run the job again to continue."
    )
    assert "(no room) and 1 more; run" in said[4] and "(no room) and 2 more; run" in said[5]


def test_several_trainings_are_one_model_with_their_mean_on_dev(run: RunCard) -> None:
    each = [RunModel(f"A #{n}", "", str(n), dev, seed=n, training_of="A") for n, dev in ((3, 0.5), (4, None), (5, 0.8))]
    card = replace(run, models=(*each, MODEL))
    assert card.averaged("A").name == "A" and card.averaged("A").dev_accuracy == pytest.approx(0.65)
    assert card.averaged("model") == MODEL and card.averaged("A #4").dev_accuracy is None
    assert [one.name for one in card.trained("A")] == ["A #3", "A #4", "A #5"]
    assert card.trained("A #4") == (each[1],)
    assert list(card.trainings) == ["A", "model"]
    assert card.train_seeds == (0, 3, 4, 5)  # of before it is the run's own
