"""The Data sets page: what is here, a file checked before anything of it is stored, the catalogue."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from data.datasets.catalogue import catalogue
from data.datasets.looking import samples_at
from data.datasets.stored import dataset_card, dataset_cards, read_samples
from data.workspace import Workspace
from pages.ui.datasets.cards import found_in
from pages.ui.datasets.importing import _name, _split, column_widths

ROWS = "text\tlabel\nIt is good.\t1\nIt is <b>bad</b>.\t0\n\t1\n"


@pytest.fixture
def page(open_page: Callable[[str], AppTest]) -> AppTest:
    return open_page("datasets")


def texts(app: AppTest) -> str:
    return "\n".join(
        str(element.value) for element in (*app.text, *app.header, *app.subheader, *app.caption, *app.markdown)
    )


def typed(app: AppTest, path: Path) -> AppTest:
    return next(i for i in app.text_input if i.label.startswith("Or a path")).set_value(str(path)).run()


def searched(app: AppTest, words: str) -> AppTest:
    return next(i for i in app.text_input if i.label == "Search texts").set_value(words).run()


def button(app: AppTest, begins: str) -> AppTest:
    return next(b for b in app.button if b.label.startswith(begins))  # type: ignore[return-value]


def test_the_demo_data_is_here_with_its_counts_and_marked_as_ours(page: AppTest) -> None:
    assert not page.exception and not page.error
    said = texts(page)
    assert "demo-questions" in said and "2,040 train, 510 dev, 720 test" in said
    assert said.count(" demo]") >= 2
    assert list(page.dataframe[0].value.columns) == ["text", "label", "row"]
    assert len(page.dataframe[0].value) == 20


def test_the_rows_of_another_data_set_and_page_are_shown(page: AppTest) -> None:
    first = page.dataframe[0].value["text"][0]
    button(page, "Show rows").click().run()  # type: ignore[attr-defined]
    assert button(page, "Previous").disabled
    button(page, "Next").click().run()  # type: ignore[attr-defined]
    assert page.dataframe[0].value["row"].tolist() == list(range(21, 41))
    page.number_input[0].set_value(102).run()
    last = page.dataframe[0].value
    assert last["row"].tolist() == list(range(2021, 2041))
    assert last["text"][0] != first and button(page, "Next").disabled
    assert "2,021–2,040 of 2,040" in [popover.proto.popover.label for popover in page.get("popover")]


def test_every_entry_of_the_catalogue_can_be_loaded(page: AppTest) -> None:
    labels = [b.label for b in page.button]
    assert labels.count("Load from the hub") == len(catalogue())


def test_the_catalogue_is_searched_and_says_what_is_in_the_workspace(page: AppTest) -> None:
    assert [one.name for one in found_in("TREC moradi")] == ["trec"]
    page.text_input(key="catalogue-words").set_value("trec").run()
    assert [b.label for b in page.button].count("Load from the hub") == 1
    page.segmented_control(key="catalogue-where").set_value("In workspace").run()
    assert "No data set matches." in [info.value for info in page.info]


def test_a_file_is_looked_at_checked_and_only_then_stored(page: AppTest, workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "films.test.tsv"
    path.write_text(ROWS)
    app = typed(page, path)
    assert not app.exception and not app.error
    assert "Read as tsv; the first line names the columns" in texts(app)
    assert [m.value for m in app.metric] == ["2", "1", "0"]
    why = app.dataframe[-1].value
    assert why.to_dict("records") == [{"line": 4, "reason": "its text in column 'text' is empty"}]
    assert button(app, "Import 2 samples").disabled  # type: ignore[attr-defined]
    assert len(dataset_cards(workspace)) == 2  # the demo sets only

    next(i for i in app.text_input if i.label == "Names for labels").set_value("0=negative, 1=positive").run()
    next(c for c in app.checkbox if c.label == "Leave out invalid rows").check().run()
    button(app, "Import 2 samples").click().run()  # type: ignore[attr-defined]
    assert [s.value for s in app.success] == ["2 samples are stored as films, test; rows left out: 1."]
    card = dataset_card(workspace, "films")
    assert (card.labels, card.splits) == (("negative", "positive"), {"test": 2})

    button(app, "Import another file").click().run()  # type: ignore[attr-defined]
    assert not app.success and not app.exception


def test_duplicate_texts_are_counted_and_left_out_if_wanted(
    page: AppTest, workspace: Workspace, tmp_path: Path
) -> None:
    def file(split: str, *rows: str) -> Path:
        path = tmp_path / f"films.{split}.tsv"
        path.write_text("text\tlabel\n" + "".join(f"{row}\n" for row in rows))
        return path

    app = typed(page, file("test", "Good.\t1", "Bad.\t0", "Good.\t0"))
    assert [m.value for m in app.metric] == ["3", "0", "1"]
    next(c for c in app.checkbox if c.label == "Leave out duplicate texts").check().run()
    button(app, "Import 2 samples").click().run()  # type: ignore[attr-defined]
    assert [s.value for s in app.success] == ["2 samples are stored as films, test."]
    assert [(s.fields[0].text, s.label) for s in samples_at(workspace, "films", "test", range(2))] == [
        ("Good.", "1"), ("Bad.", "0"),
    ]  # fmt: skip
    button(app, "Import another file").click().run()  # type: ignore[attr-defined]
    app = typed(app, file("train", "Good.\t1", "Fine.\t1"))
    assert not any(c.label == "Leave out duplicate texts" for c in app.checkbox)
    assert "1 text is also in the split test." in texts(app)


def test_the_next_steps_stand_on_each_card(page: AppTest) -> None:
    links = [(one.proto.label, one.proto.query_string) for one in page.get("page_link")]
    assert links[:2] == [("Prepare", "dataset=demo-questions"), ("Evaluate", "dataset=demo-questions")]


def test_what_was_imported_is_prepared_or_looked_at_next(page: AppTest, tmp_path: Path) -> None:
    path = tmp_path / "films.train.tsv"
    path.write_text("text\tlabel\nIt is good.\t1\n")
    app = button(typed(page, path), "Import 1 sample").click().run()  # type: ignore[attr-defined]
    app.button(key="show-imported").click().run()
    assert app.selectbox(key="dataset-chosen").value == "films" and not app.exception
    assert app.session_state["datasets-tab"] == "In this workspace"
    button(app, "Prepare candidates").click().run()  # type: ignore[attr-defined]
    assert app.title[0].value == "Prepare" and not app.exception
    assert (app.selectbox(key="prepare-dataset").value, app.selectbox(key="split-films").value) == ("films", "train")


def test_another_split_is_asked_for_nothing_that_was_said_of_the_first(
    page: AppTest, workspace: Workspace, tmp_path: Path
) -> None:
    for split in ("train", "test"):
        (tmp_path / f"{split}.csv").write_text("said,other,mark\nIt is good.,a,1\nIt is bad.,b,0\n")
    app = typed(page, tmp_path / "train.csv")
    next(i for i in app.selectbox if i.label == "Column with the label").set_value("mark").run()
    next(i for i in app.multiselect if i.label == "Columns with text").set_value(["said"]).run()
    next(i for i in app.text_input if i.label == "Names for labels").set_value("0=bad, 1=good").run()
    next(i for i in app.text_input if i.label == "Name of the data set").set_value("films").run()
    button(app, "Import 2 samples").click().run()  # type: ignore[attr-defined]
    button(app, "Import another split of films").click().run()  # type: ignore[attr-defined]
    app = button(typed(app, tmp_path / "test.csv"), "Import 2 samples").click().run()  # type: ignore[attr-defined]
    assert [s.value for s in app.success] == ["2 samples are stored as films, test."] and not app.error
    card = dataset_card(workspace, "films")
    assert (card.labels, card.text_fields) == (("bad", "good"), ("said",))
    assert list(card.splits.items()) == [("train", 2), ("test", 2)]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty; there is nothing to import."),
        (b"\x7fELF\0\0", "is a binary file"),
        (b"one line of prose\n", "can't tell which format"),
    ],
)
def test_a_file_that_can_not_be_read_is_one_sentence_and_the_rest_of_the_page_stays(
    page: AppTest, tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(content)
    app = typed(page, path)
    assert not app.exception
    assert len(app.error) == 1 and sentence in app.error[0].value
    assert [b.label for b in app.button].count("Load from the hub") == len(catalogue())


def test_a_list_of_json_objects_is_imported(page: AppTest, workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "film.json"
    path.write_text('[\n {"text": "It is good.", "label": "fine"}\n]')
    app = button(typed(page, path), "Import 1 sample").click().run()  # type: ignore[attr-defined]
    assert not app.error and [s.value for s in app.success] == ["1 sample is stored as film, test."]
    assert dataset_card(workspace, "film").labels == ("fine",)


def test_a_file_that_is_not_utf_8_is_read_with_one_click(page: AppTest, workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "cafés.tsv"
    path.write_bytes("text\tlabel\nA “naïve” café\t0\nA tea room\t1\n".encode("cp1252"))
    app = typed(page, path)
    assert "A “naïve” café\t0" in [code.value for code in app.code]
    button(app, "Read the file as Windows-1252").click().run()  # type: ignore[attr-defined]
    assert not [b for b in app.button if b.label.startswith("Read the file as")]
    button(app, "Import 2 samples").click().run()  # type: ignore[attr-defined]
    assert not app.error
    assert next(read_samples(workspace, "caf-s", "test")).text == "A “naïve” café"


def test_labels_in_short_get_names_with_one_click_after_two_texts_of_each(
    page: AppTest, workspace: Workspace, tmp_path: Path
) -> None:
    path = tmp_path / "films.dev.tsv"
    path.write_text("text\tlabel\nGood.\tpos\nGreat.\tpos\nFine.\tpos\nIt is bad.\tneg\nIt is bad.\tneg\n")
    app = typed(page, path)
    assert app.dataframe[-1].value.fillna("").to_dict("records") == [
        {"label": "neg", "samples": 2, "a text": "It is bad.", "another text": ""},
        {"label": "pos", "samples": 3, "a text": "Good.", "another text": "Great."},
    ]
    button(app, "Use neg=negative, pos=positive (as in sst5").click().run()  # type: ignore[attr-defined]
    assert list(app.dataframe[-1].value["label"]) == ["negative", "positive"]
    assert not [b for b in app.button if b.label.startswith("Use neg=")]
    button(app, "Import 5 samples").click().run()  # type: ignore[attr-defined]
    assert dataset_card(workspace, "films").labels == ("negative", "positive")


def test_labels_that_are_numbers_get_no_names_but_texts_to_read(page: AppTest, shared: Path) -> None:
    app = typed(page, shared / "datasets/trec6/TREC.test.all")
    assert "Read some texts of each label, then name the labels above" in texts(app)
    assert not [b for b in app.button if "=" in b.label]
    first, second = "What is an atom ?", "Why does the moon turn orange ?"
    row = app.dataframe[-1].value.to_dict("records")[0]
    assert row == {"label": "0", "samples": 138, "a text": first, "another text": second}


def test_the_texts_of_a_preview_have_the_room() -> None:
    def widths(columns: list[str], of_text: list[str]) -> dict[str, object]:
        return {name: column["width"] for name, column in column_widths(columns, of_text).items()}

    assert widths(["text", "label"], ["text"]) == {"text": 590, "label": 90, "line": 60}  # 680 but for the label
    assert widths(["a", "b"], []) == {"a": 340, "b": 340, "line": 60}


def test_rows_are_found_by_their_words_and_counted(page: AppTest) -> None:
    words = page.dataframe[0].value["text"][3].split("?")[0].upper()
    app = searched(page, words)
    found = app.dataframe[0].value
    assert "4" in map(str, found["row"]) and all(words.lower() in text.lower() for text in found["text"])
    assert f"“{words}”." in texts(app)
    assert not app.number_input  # all of them are on one page
    html = " ".join(element.proto.body for element in app.get("html"))
    assert "<caption>Labels (whole split)</caption>" in html and "**Words per text (whole split)**" in texts(app)
    app = searched(app, "no such words anywhere")
    assert "No row contains “no such words anywhere”." in texts(app) and not app.dataframe
    assert not app.exception and not app.error


def test_a_split_says_how_often_each_label_comes_and_how_long_its_texts_are(page: AppTest) -> None:
    html = " ".join(element.proto.body for element in page.get("html"))
    assert "<caption>Labels</caption>" in html and "2,040" not in html
    assert re.search(r"Median: \d+ words\. Shortest text: \d+ words?\. Longest text: \d+ words\.", texts(page))
    assert len(page.get("plotly_chart")) == 1


def test_a_split_that_is_there_asks_for_another_name(page: AppTest, workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "demo-sentiment.tsv"
    path.write_text("text\tlabel\nFine.\t1\nDull.\t0\n")
    app = button(typed(page, path), "Import 2 samples").click().run()  # type: ignore[attr-defined]
    assert "Flinch's own demo data; choose another name." in app.error[0].value
    assert dataset_card(workspace, "demo-sentiment").ours


@pytest.mark.parametrize(
    ("file", "name", "split"),
    [
        ("stsa.binary.train", "stsa.binary", 0),
        ("sst_dev.txt", "sst", 1),
        ("msr-para-val.tsv", "msr-para", 1),
        ("labeled data.csv", "labeled-data", 2),
        ("test.tsv", "test", 2),
        ("Überblick.csv", "berblick", 2),
        ("…….csv", "my-data", 2),
    ],
)
def test_a_file_s_name_proposes_a_name_and_a_split(file: str, name: str, split: int) -> None:
    assert (_name(Path(file)), _split(Path(file))) == (name, split)
