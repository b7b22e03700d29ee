"""Changed texts of which a model reads no change: counted, and said where there are many."""

from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq

from core.records import Prediction
from data.reports.facts import facts
from data.reports.markdown import markdown_card
from data.runs.counts import cell_counts
from data.runs.files import RunCard, predictions_path, predictions_table, read_card, read_predictions
from data.runs.measures.unread import unread
from data.tables import write_parquet
from data.workspace import Workspace
from tests.data.store.store_data import CELL
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run

TEXTS = 10


def run_of(workspace: Workspace, alike: int, known: bool = True) -> RunCard:
    """A run whose CNN reads so many of ten changed texts as their originals."""
    write_run(workspace, ["thing", "place"] * 5, ["thing"] * TEXTS, models=("CNN",))
    card = read_card(workspace.runs / RUN)
    assert card
    for cell, keys in ((None, [b"%08d" % n for n in range(TEXTS)]), (CELL, [b"%08d" % n for n in _after(alike)])):
        path = predictions_path(workspace.runs / RUN, card.models[0], cell)
        rows = [
            (Prediction(RUN, "CNN", row.sample_id, row.label, (), row.candidate_id), row.gold)
            for row in read_predictions(path)
        ]
        write_parquet(path, predictions_table(rows, [key + b"and more" for key in keys] if known else ()))
    return card


def _after(alike: int) -> list[int]:
    return [n if n < alike else 100 + n for n in range(TEXTS)]


def test_texts_that_are_read_as_their_originals_are_counted_and_kept(workspace: Workspace) -> None:
    card = run_of(workspace, 7)
    for _ in range(2):  # counted, and as kept
        counts = cell_counts(workspace.runs / RUN, card.models[0], CELL)
        assert counts and counts.unread == 7
    [said] = unread(workspace, card)
    assert said == (
        f"CNN can't see the change in 7 of 10 texts ({CELL.condition}). Either the text is cut before the change, or "
        "the model does not know the changed words. Predictions on such texts can't flip."
    )
    assert unread(workspace, card, ("other",)) == []
    assert said in facts(workspace, RUN).warnings
    assert "CNN can't see the change" in markdown_card(facts(workspace, RUN))


def test_models_of_which_the_same_is_to_be_said_share_a_sentence(workspace: Workspace) -> None:
    card = run_of(workspace, 7)
    alike = [replace(card.models[0], name=f"CNN #{n}") for n in range(1, 7)]  # of the same files
    [two] = unread(workspace, replace(card, models=tuple(alike[:2])))
    assert "CNN #1 and CNN #2 can't see the change in 7 of 10" in two
    [six] = unread(workspace, replace(card, models=tuple(alike)))
    assert "CNN #1, CNN #2, CNN #3 and 3 more can't see the change in 7 of 10" in six


def test_few_of_them_and_what_is_not_known_are_not_worth_a_word(workspace: Workspace) -> None:
    assert unread(workspace, run_of(workspace, 4)) == []
    card = run_of(workspace, 10, known=False)
    assert unread(workspace, card) == []
    counts = cell_counts(workspace.runs / RUN, card.models[0], CELL)
    assert counts and counts.unread is None
    original = cell_counts(workspace.runs / RUN, card.models[0], None)
    assert original and original.unread is None


def test_a_file_of_before_is_read_all_the_same(workspace: Workspace) -> None:
    card = run_of(workspace, 10)
    path = predictions_path(workspace.runs / RUN, card.models[0], CELL)
    write_parquet(path, pq.read_table(path).drop_columns(["read"]))
    assert {row.read for row in read_predictions(path)} == {b""}
    assert unread(workspace, card) == []


def test_the_worst_cell_is_named_and_how_many_more_there_are(workspace: Workspace) -> None:
    cells = four_severities("word_deletion")[:3]
    write_run(workspace, ["thing"] * 70, ["thing"] * 70, cells, ("CNN",))
    card = read_card(workspace.runs / RUN)
    assert card

    def told(*alike: int) -> str:
        for cell, n in ((None, 70), *zip(cells, alike, strict=True)):
            path = predictions_path(workspace.runs / RUN, card.models[0], cell)
            rows = [
                (Prediction(RUN, "CNN", r.sample_id, r.label, (), r.candidate_id), r.gold)
                for r in read_predictions(path)
            ]
            keys = [b"%08d" % (i if i < n else 100 + i) for i in range(70)]
            write_parquet(path, predictions_table(rows, keys))
        return "".join(said.partition("change in ")[2].partition(". ")[0] for said in unread(workspace, card))

    assert told(6, 6, 6) == ""  # less than a tenth
    assert told(7, 6, 0) == f"7 of 70 texts ({cells[0].condition})"
    assert told(7, 9, 0) == f"9 of 70 texts ({cells[1].condition}) and in many texts of word deletion · PPS 1"
    assert told(7, 8, 70) == f"70 of 70 texts ({cells[2].condition}) and in many texts of word deletion · PPS 1, PPS 2"


def test_what_was_not_read_of_one_text_is_not_known_of_any(workspace: Workspace) -> None:
    card = run_of(workspace, 10)
    for cell in (None, CELL):
        run_of(workspace, 10)
        path = predictions_path(workspace.runs / RUN, card.models[0], cell)
        table = pq.read_table(path)
        read = pa.array([None, *table["read"].to_pylist()[1:]], pa.binary())
        write_parquet(path, table.set_column(table.schema.get_field_index("read"), "read", read))
        counts = cell_counts(workspace.runs / RUN, card.models[0], CELL)
        assert counts and counts.unread is None
