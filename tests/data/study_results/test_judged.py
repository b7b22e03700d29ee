"""A simulated study's answers in files: the mixed model's figures, exports that name nobody, and what it moved."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pyarrow as pa
import pyarrow.csv as csv
import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from core.metrics.estimate import Estimate
from curation.study.design import Question
from curation.study.results.judgements import GroupedBy
from curation.study.results.needs import Handling
from curation.study.steps import StudyStepKind
from data.jobs.job import Job, run_inline
from data.jobs.jobs import create
from data.store.export import FileFormat, as_bytes
from data.study.study import Study
from data.study_results.codebook import codebook_table
from data.study_results.exporting import anonymous, judgements_table, responses_table
from data.study_results.handling import FILE, StudyEvidence, handling, move, moved_by_studies
from data.study_results.mixed import answers_id, how_many, keep_figures, kept_figures, mixed_figures
from data.study_results.mixed_job import KIND, arguments, run
from data.workspace import Workspace
from tests.data.study.study_data import event_for, new_study, small_design, walked
from tests.data.study_results.simulated_study import small_study


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


def test_each_answer_to_a_questionnaire_stands_beside_what_was_asked(study: Study) -> None:
    asked = [(one.name, item) for one in (*study.design.opening, *study.design.closing) for item in one.items]
    rows = [row for row in responses_table(study, own_words=True).to_pylist() if row["participant"] == "A01"]
    assert sorted((row["questionnaire"], row["item"], row["kind"], row["asked"]) for row in rows) == sorted(
        (name, item.id, item.kind.value, item.text) for name, item in asked
    )
    answered = {(row["questionnaire"], row["item"]): row["answer"] for row in rows}
    assert all(answered[name, item.id] in item.options for name, item in asked if item.options)


def test_each_judgement_stands_beside_what_was_judged(study: Study) -> None:
    items = {item.id: item for item in study.items.values()}
    for row in judgements_table(study, texts=True).to_pylist():
        item = items[row["item"]]
        assert {name: row[name] for name in ("part", "dataset", "split", "perturbation", "severity", "edits")} == {
            name: getattr(item, name) for name in ("part", "dataset", "split", "perturbation", "severity", "edits")
        }
        assert (row["sample"], row["candidate"], row["label"]) == (item.sample_id, item.candidate_id, item.gold_label)
        assert row["original"] == "\n".join(item.original.values())
        assert row["perturbed"] == "\n".join(item.perturbed.values())


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
    assert "Participants who failed an attention check are left out." in said
    assert "understood: 0 Yes, 1 No" in said
    assert "{" not in said


def test_tables_of_before_and_of_later_have_the_same_columns_types_and_units(study: Study) -> None:
    whole = judgements_table(study, texts=True)
    assert [(row["column"], row["type"], row["unit"]) for row in codebook_table(study.design).to_pylist()] == [
        *((name, "text", "") for name in ("participant",)), ("order", "whole", ""), ("passed_checks", "yes or no", ""),
        *((name, "text", "") for name in ("part", "kind", "item", "dataset", "split", "perturbation", "severity")),
        ("edits", "whole", "edits"),
        *((name, "text", "") for name in ("sample", "candidate", "label", "original", "perturbed")),
        ("browser_seconds", "number", "seconds"), ("server_seconds", "number", "seconds"),
        ("question", "text", ""), ("option", "whole", ""), ("answer", "text", ""),
        *((name, "text", "") for name in ("participant", "questionnaire", "item", "kind", "asked", "answer")),
    ]  # fmt: skip
    kinds = {"text": pa.string(), "whole": pa.int64(), "number": pa.float64(), "yes or no": pa.bool_()}
    told = {row["column"]: kinds[row["type"]] for row in codebook_table(study.design).to_pylist()}
    for table in (whole, responses_table(study)):
        assert {field.name: field.type for field in table.schema} == {name: told[name] for name in table.column_names}


def test_before_anybody_answered_the_tables_have_their_columns_and_no_rows(workspace: Workspace) -> None:
    study = new_study(workspace)
    book = codebook_table(study.design).to_pylist()
    names = [row["column"] for row in book if row["column"] not in ("original", "perturbed")]
    judged, said = judgements_table(study), responses_table(study)
    assert [*judged.column_names, *said.column_names] == names
    assert judged.num_rows == said.num_rows == 0


def test_the_codebook_lists_every_part_question_and_option(study: Study) -> None:
    first = replace(
        study.design.parts[0], name="one", title="Read", questions=(Question("a", "Is it?", ("Yes", "No")),)
    )
    second = replace(first, name="two", title="Look", questions=(Question("b", "Was it?", ("Never", "Once", "Often")),))
    book = codebook_table(replace(study.design, parts=(first, second))).to_pylist()
    says = {row["column"]: row["says"] for row in book if row["table"] == "judgements"}
    assert says["part"] == "The part of the study: one: Read; two: Look"
    assert says["question"] == "The id of the question: a: Is it?; b: Was it?"
    assert says["answer"] == "The chosen option in words: a: 0 Yes, 1 No; b: 0 Never, 1 Once, 2 Often"


def test_each_question_of_a_part_that_asks_several_has_columns_of_its_own(workspace: Workspace) -> None:
    design = small_design()
    asked = tuple(Question(name, f"Is it {name}?", ("Yes", "No")) for name in ("same", "clear", "kind"))
    study = new_study(workspace, replace(design, parts=(replace(design.parts[0], questions=asked, training=()),)))
    session = study.session(study.invite(1)[0].token)
    assert session
    while (step := session.steps()[0]).kind is not StudyStepKind.ITEM:
        session.record(event_for(step))
    session.record(replace(event_for(step), answers={"same": 0, "clear": 1, "kind": 0}))
    (row,) = judgements_table(study).to_pylist()
    assert list(row)[-9:] == [
        "question", "option", "answer", "answer_2", "answer_3", "option_2", "option_3", "question_2", "question_3",
    ]  # fmt: skip
    assert [row[f"question{n}"] for n in ("", "_2", "_3")] == ["same", "clear", "kind"]
    assert [row[f"option{n}"] for n in ("", "_2", "_3")] == [0, 1, 0]
    assert [row[f"answer{n}"] for n in ("", "_2", "_3")] == ["Yes", "No", "Yes"]


def test_a_row_says_what_was_judged_and_how_long_it_took(study: Study) -> None:
    names = anonymous(study)
    rows = judgements_table(study, texts=True).to_pylist()
    told = {(row["participant"], row["item"]): row for row in rows}
    for answer in study.answers():
        row, item = told[names[answer.participant], answer.item], study.items[answer.item]
        assert (row["browser_seconds"], row["server_seconds"]) == (answer.browser_ms / 1e3, answer.server_ms / 1e3)
        assert (row["dataset"], row["split"], row["perturbation"]) == (item.dataset, item.split, item.perturbation)
        assert (row["severity"], row["edits"], row["label"]) == (item.severity, item.edits, item.gold_label)
        assert (row["sample"], row["candidate"], row["kind"]) == (item.sample_id, item.candidate_id, item.kind.value)
        assert (row["part"], row["original"]) == (item.part, "\n".join(item.original.values()))
        assert row["perturbed"] == "\n".join(item.perturbed.values())
    assert [row["participant"] for row in rows] == sorted(row["participant"] for row in rows)
    responses = [(row["participant"], row["questionnaire"]) for row in responses_table(study).to_pylist()]
    assert responses == sorted(responses)


def test_at_most_every_option_of_every_question_has_a_figure_by_every_group_of_both_sides(study: Study) -> None:
    options = [option for part in study.design.parts for question in part.questions for option in question.options]
    assert how_many(study.design) == 2 * len(options) * len(GroupedBy)


def test_a_csv_holds_as_many_rows_as_there_are(study: Study) -> None:
    read = csv.read_csv(BytesIO(as_bytes(judgements_table(study), FileFormat.CSV)))
    assert read.num_rows == len(study.answers())


def test_figures_are_of_these_answers_and_the_second_of_two_options_is_what_the_first_leaves(study: Study) -> None:
    answers = study.answers()
    assert answers_id(answers) == answers_id(answers[::-1]) != answers_id(answers[1:])
    part = replace(study.design.parts[0], questions=study.design.parts[0].questions[:1])
    found = mixed_figures(replace(study.design, parts=(part,)), study.items, answers, allowed=10**6)
    yes, no = next(found), next(found)
    assert (yes.option, no.option, yes.passed) == (0, 1, False)
    for group, one in yes.shares.items():
        other = no.shares[group]
        assert (other.value, other.low, other.high) == pytest.approx((1 - one.value, 1 - one.high, 1 - one.low))


@pytest.mark.slow
def test_the_job_keeps_figures_of_just_these_answers_both_ways(workspace: Workspace, study: Study) -> None:
    told: list[tuple[int, int, str]] = []
    job = create(workspace, KIND, "mixed", arguments(study.id))
    run(Job(workspace.jobs / job, lambda *said: told.append(said)))
    kept = kept_figures(study.folder)
    assert kept is not None
    assert kept.of == answers_id(study.answers()) == answers_id(study.answers()[::-1])
    total, doing = how_many(study.design), "Fitting the mixed-effects models"
    assert (told[0], told[-1]) == ((0, total, doing), (total, total, "Done"))
    counts = [done for done, _, _ in told[:-1]]  # a report that comes too soon after another is not written
    assert counts == sorted({*counts}) and 0 < counts[-1] <= total
    assert {(of, said) for _, of, said in told[:-1]} == {(total, doing)}
    wanted = {
        (part.name, question.id, option, by, passed)
        for part in study.design.parts for question in part.questions for option in range(len(question.options))
        for by in GroupedBy for passed in (False, True)
    }  # fmt: skip
    found = [(one.part, one.question, one.option, one.by, one.passed) for one in kept.figures]
    assert len(found) == len(set(found)) and set(found) == wanted  # one was careless
    keep_figures(study.folder, kept)
    assert kept_figures(study.folder) == kept
    whole = kept.find("part2", "consistent", 0, GroupedBy.ALL, passed=False)
    assert whole is not None and not whole.why_not
    assert whole.shares[""].n == 48
    yes, no = (kept.find("part1", "understood", option, GroupedBy.DATASET, passed=False) for option in (0, 1))
    assert yes is not None and no is not None
    for name, one in yes.shares.items():
        assert one.value + no.shares[name].value == pytest.approx(1)
        other = no.shares[name]
        assert (one.low, one.high) == (pytest.approx(1 - other.high), pytest.approx(1 - other.low))
        assert one.n == other.n
    study.withdraw("P01")
    assert answers_id(study.answers()) != kept.of
    assert kept_figures(study.folder) is None  # nothing is left of what somebody took back


@pytest.mark.slow
def test_no_figures_are_kept_of_who_withdrew_while_they_were_computed(workspace: Workspace, study: Study) -> None:
    class Left(Job):
        def check(self) -> None:
            if "P01" in study.register.places:
                study.withdraw("P01")

    job = create(workspace, KIND, "Mixed-effects estimate", arguments(study.id))
    run(Left(workspace.jobs / job))
    assert kept_figures(study.folder) is None


def test_a_job_for_a_study_that_is_gone_says_so(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="There is no study 'nowhere'"):
        run_inline(workspace, KIND, "mixed", arguments("nowhere"))


def moved(to: Handling) -> StudyEvidence:
    return StudyEvidence(to, "abc", "A study", Estimate(0.62, 80, 0.5, 0.73), datetime(2026, 3, 2, tzinfo=UTC))


def test_a_study_moves_a_perturbation_and_back(workspace: Workspace) -> None:
    assert handling(workspace, "word_repetition") is Handling.AUTOMATIC
    move(workspace, "word_repetition", moved(Handling.CURATE))
    assert handling(workspace, "word_repetition") is Handling.CURATE
    (held,) = moved_by_studies(workspace).values()
    assert held == moved(Handling.CURATE)
    assert held.evidence == "meaning and label stayed the same in 62 % [50–73] of 80 judgements"
    move(workspace, "negation", moved(Handling.AUTOMATIC))
    move(workspace, "word_repetition", moved(Handling.AUTOMATIC))  # as the registry has it: nothing is left to say
    assert set(moved_by_studies(workspace)) == {"negation"}


def test_what_is_no_perturbation_is_not_moved_and_a_damaged_setting_moves_nothing(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="There is no perturbation 'shouting'"):
        move(workspace, "shouting", moved(Handling.CURATE))
    move(workspace, "word_repetition", moved(Handling.CURATE))
    held = json.loads((workspace.root / FILE).read_text())
    del held["checksum"]
    for unknown in ("of_a_later_flinch", "word_deletion,of_a_later_flinch"):
        held["moved"][unknown] = held["moved"]["word_repetition"]
    (workspace.root / FILE).write_text(json.dumps(held))
    assert set(moved_by_studies(workspace)) == {"word_repetition"}
    (workspace.root / FILE).write_text('{"moved": ')
    assert moved_by_studies(workspace) == {}


def test_a_setting_that_can_not_be_written_says_so(workspace: Workspace) -> None:
    (workspace.root / FILE).mkdir()
    with pytest.raises(BadInput, match=r"handling\.json' can't be written"):
        move(workspace, "word_repetition", moved(Handling.CURATE))


def test_where_everybody_read_with_care_there_is_one_figure_of_each(workspace: Workspace) -> None:
    study = new_study(workspace)
    for who in study.invite(2):
        session = study.session(who.token)
        assert session
        walked(session)
    answers = study.answers()
    sides = [{one.passed for one in mixed_figures(study.design, study.items, answers, allowed)} for allowed in (9, 0)]
    assert sides == [{False}, {False}]  # all chose the first option, as the checks asked for
    wrong = [replace(one, answers={"same": 1}) if one.participant == "P01" else one for one in answers]
    assert {one.passed for one in mixed_figures(study.design, study.items, wrong, 0)} == {False, True}
