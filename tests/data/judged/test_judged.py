"""A simulated study's answers in files: the mixed model's figures, exports that name nobody, and what it moved."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pyarrow.csv as csv
import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from core.metrics.estimate import Estimate
from curation.study.results.judgements import GroupedBy
from curation.study.results.needs import Handling
from data.jobs.job import run_inline
from data.judged.codebook import codebook_table
from data.judged.exporting import anonymous, judgements_table, responses_table
from data.judged.handling import FILE, MovedByStudy, handling, move, moved_by_studies
from data.judged.mixed import answers_id, kept_figures
from data.judged.mixed_job import KIND, arguments
from data.store.export import FileFormat, as_bytes
from data.study.study import Study
from data.workspace import Workspace
from tests.data.judged.simulated_study import small_study


@pytest.fixture
def study(workspace: Workspace) -> Study:
    return small_study(workspace, careless=1)


def test_a_row_for_each_judgement_with_checks_and_without_names_times_or_texts(study: Study) -> None:
    table = judgements_table(study)
    rows = table.to_pylist()
    assert len(rows) == len(study.answers()) == 6 * (12 + 8 + 4)
    assert {row["participant"] for row in rows} == {f"A{n:02}" for n in range(1, 7)}
    assert {row["kind"] for row in rows} == {"real", "attention", "gold"}
    assert not {"original", "perturbed", "at"} & set(table.column_names)
    assert [row["order"] for row in rows if row["participant"] == "A01"] == list(range(1, 25))
    first = next(row for row in rows if row["part"] == "part2" and row["kind"] == "real")
    question = study.design.part("part2").questions[0]
    assert (first["question"], first["answer"]) == (question.id, question.options[first["option"]])
    assert sum(not row["passed_checks"] for row in rows) in (0, 24, 48)
    assert {"original", "perturbed"} <= set(judgements_table(study, texts=True).column_names)


def test_numbers_of_an_export_are_not_those_of_the_invitations(workspace: Workspace) -> None:
    study = small_study(workspace, lambda design: replace(design, participants=24, judgements_per_item=24))
    names = anonymous(study)
    assert len(set(names.values())) == 24
    assert [names[f"P{n:02}"] for n in range(1, 25)] != [f"A{n:02}" for n in range(1, 25)]
    assert anonymous(study) == names  # and both tables go together
    answered = {row["participant"]: row["option"] for row in judgements_table(study).to_pylist() if row["order"] == 1}
    for answer in study.answers()[:1]:
        assert answered[names[answer.participant]] == next(iter(answer.answers.values()))


def test_own_words_are_exported_only_where_they_are_asked_for_and_then_compute_nothing(study: Study) -> None:
    kinds = {row["kind"] for row in responses_table(study).to_pylist()}
    assert "text" not in kinds
    asked = responses_table(study, own_words=True)
    assert [row["answer"][:4] for row in asked.to_pylist() if row["kind"] == "text"] == ["=1+1"] * 6
    written = as_bytes(asked, FileFormat.CSV).decode()
    assert "'=1+1" in written
    assert '"=1+1' not in written
    whole = pq.read_table(BytesIO(as_bytes(asked, FileFormat.PARQUET)))
    assert whole.equals(asked)


def test_what_somebody_withdrew_is_in_no_table(study: Study) -> None:
    study.withdraw("P02")
    assert len({row["participant"] for row in judgements_table(study).to_pylist()}) == 5
    assert len({row["participant"] for row in responses_table(study, own_words=True).to_pylist()}) == 5


def test_the_codebook_says_what_every_column_of_both_tables_holds(study: Study) -> None:
    book = codebook_table(study.design).to_pylist()
    for name, table in (
        ("judgements", judgements_table(study, texts=True)),
        ("questionnaires", responses_table(study)),
    ):
        described = [row["column"] for row in book if row["table"] == name]
        assert described == table.column_names
        assert all(row["says"] for row in book)
    said = " ".join(row["says"] for row in book)
    assert "Whoever missed an attention check is left out." in said
    assert "understood: 0 Yes, 1 No" in said
    assert "{" not in said


def test_a_csv_holds_as_many_rows_as_there_are(study: Study) -> None:
    read = csv.read_csv(BytesIO(as_bytes(judgements_table(study), FileFormat.CSV)))
    assert read.num_rows == len(study.answers())


def test_the_job_keeps_figures_of_just_these_answers_both_ways(workspace: Workspace, study: Study) -> None:
    run_inline(workspace, KIND, "mixed", arguments(study.id))
    kept = kept_figures(study.folder)
    assert kept is not None
    assert kept.of == answers_id(study.answers())
    whole = kept.find("part2", "consistent", 0, GroupedBy.ALL, passed=False)
    assert whole is not None and not whole.why_not
    assert whole.shares[""].n == 48
    yes, no = (kept.find("part1", "understood", option, GroupedBy.DATASET, passed=False) for option in (0, 1))
    assert yes is not None and no is not None
    for name, one in yes.shares.items():
        assert one.value + no.shares[name].value == pytest.approx(1)
        assert one.low == pytest.approx(1 - no.shares[name].high)
    study.withdraw("P01")
    assert answers_id(study.answers()) != kept.of
    assert kept_figures(study.folder) is None  # nothing is left of what somebody took back


def test_a_job_for_a_study_that_is_gone_says_so(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="There is no study 'nowhere'"):
        run_inline(workspace, KIND, "mixed", arguments("nowhere"))


def moved(to: Handling) -> MovedByStudy:
    return MovedByStudy(to, "abc", "A study", Estimate(0.62, 80, 0.5, 0.73), datetime(2026, 3, 2, tzinfo=UTC))


def test_a_study_moves_a_perturbation_and_back(workspace: Workspace) -> None:
    assert handling(workspace, "word_repetition") is Handling.AUTOMATIC
    move(workspace, "word_repetition", moved(Handling.CURATE))
    assert handling(workspace, "word_repetition") is Handling.CURATE
    (held,) = moved_by_studies(workspace).values()
    assert held == moved(Handling.CURATE)
    assert held.evidence == "meaning and label survived in 62 % [50–73] of 80 judgements"
    move(workspace, "negation", moved(Handling.AUTOMATIC))
    move(workspace, "word_repetition", moved(Handling.AUTOMATIC))  # as the registry has it: nothing is left to say
    assert set(moved_by_studies(workspace)) == {"negation"}


def test_what_is_no_perturbation_is_not_moved_and_a_damaged_setting_moves_nothing(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="There is no perturbation 'shouting'"):
        move(workspace, "shouting", moved(Handling.CURATE))
    move(workspace, "word_repetition", moved(Handling.CURATE))
    held = json.loads((workspace.root / FILE).read_text())
    held["moved"]["of_a_later_flinch"] = held["moved"]["word_repetition"]
    (workspace.root / FILE).write_text(json.dumps(held))
    assert set(moved_by_studies(workspace)) == {"word_repetition"}
    (workspace.root / FILE).write_text('{"moved": ')
    assert moved_by_studies(workspace) == {}
