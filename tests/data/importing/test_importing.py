"""Importing: looked at, checked row by row, stored whole or not at all."""

import tracemalloc
import zipfile
from pathlib import Path

import pytest

from core.errors import BadInput
from core.records import Bounds, Task, TextField
from data.datasets.looking import label_counts
from data.datasets.stored import dataset_card, dataset_cards, read_samples
from data.formats import Format
from data.importing.checking import SHOWN, preview
from data.importing.files import import_file, text_column
from data.importing.labelling import bio, parse_label_names, parse_scale
from data.workspace import Workspace

ROWS = "text\tlabel\nIt is good.\t1\nIt is bad.\t0\nIt is good.\t1\n"


@pytest.fixture
def tsv(tmp_path: Path) -> Path:
    path = tmp_path / "films.tsv"
    path.write_text(ROWS)
    return path


def test_a_file_becomes_a_split_with_named_labels_and_repeated_rows_kept_apart(workspace: Workspace, tsv: Path) -> None:
    names = parse_label_names("0=negative,1=positive")
    result = import_file(workspace, tsv, "films", "classification", "test", ["text"], "label", label_names=names)
    assert result.card.labels == ("negative", "positive")
    assert result.card.splits == {"test": 3}
    assert (result.imported, result.bad) == (3, 0)
    first, second, third = read_samples(workspace, "films", "test")
    assert (first.fields, first.label) == ((TextField("text", "It is good."),), "positive")
    assert second.label == "negative"
    assert (first.occurrence, third.occurrence) == (0, 1)
    assert first.id != third.id


def test_a_split_may_have_no_labels(workspace: Workspace, tsv: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.tsv"
    bare.write_text("text\nIt is good.\nIt is dull.\n")
    with pytest.raises(BadInput, match=r"can't tell which column .* holds the label; .* \(unlabelled\)"):
        import_file(workspace, bare, "films", "classification", "test")
    first = import_file(workspace, bare, "films", "classification", "test", ["text"], unlabelled=True)
    assert (first.card.labels, first.card.unlabelled, first.imported) == ((), ("test",), 2)
    assert [sample.label for sample in read_samples(workspace, "films", "test")] == ["", ""]
    both = import_file(workspace, tsv, "films", "classification", "train").card
    assert (both.labels, both.unlabelled, dataset_card(workspace, "films")) == (("0", "1"), ("test",), both)
    again = import_file(workspace, tsv, "films", "classification", "test", replace=True).card
    assert again.unlabelled == ()
    hidden = import_file(
        workspace, tsv, "films", "classification", "dev", unlabelled=True
    ).card  # its labels are not read
    assert (hidden.labels, hidden.unlabelled) == (("0", "1"), ("dev",))
    assert label_counts(workspace, "films", "dev") == {}


def test_tagged_texts_need_their_tags(workspace: Workspace, tsv: Path) -> None:
    with pytest.raises(BadInput, match="A split of tagged texts needs its tags"):
        import_file(workspace, tsv, "films", "tagging", "test", ["text"], unlabelled=True)


def test_three_calls_make_one_data_set_with_three_splits(workspace: Workspace, tsv: Path) -> None:
    for split in ("test", "train", "dev"):
        import_file(workspace, tsv, "films", "classification", split)
    card = dataset_card(workspace, "films")
    assert list(card.splits) == ["train", "dev", "test"]
    assert card.source == "films.tsv"
    assert all(len(list(read_samples(workspace, "films", split))) == 3 for split in card.splits)


def test_a_later_split_may_have_fewer_or_more_labels_but_not_others(workspace: Workspace, tmp_path: Path) -> None:
    def write(*labels: str) -> Path:
        path = tmp_path / f"{'-'.join(labels)}.tsv"
        path.write_text("text\tlabel\n" + "".join(f"Text {i}.\t{label}\n" for i, label in enumerate(labels)))
        return path

    import_file(workspace, write("a", "b"), "letters", "classification", "test")
    import_file(workspace, write("a", "b", "c"), "letters", "classification", "train")
    card = dataset_card(workspace, "letters")
    assert (card.labels, card.source) == (("a", "b", "c"), "a-b.tsv; a-b-c.tsv")
    with pytest.raises(
        BadInput,
        match=r"labels of the split 'dev' \(a, x\) differ from the labels of the data set 'letters' \(a, b, c\)",
    ):
        import_file(workspace, write("a", "x"), "letters", "classification", "dev")
    assert list(dataset_card(workspace, "letters").splits) == ["train", "test"]


def test_a_split_that_is_there_is_replaced_only_when_asked(workspace: Workspace, tsv: Path) -> None:
    import_file(workspace, tsv, "films", "classification", "test")
    with pytest.raises(
        BadInput, match="already has a split 'test'; choose another name or another split, or replace this split"
    ):
        import_file(workspace, tsv, "films", "classification", "test")
    tsv.write_text("text\tlabel\nNew.\t1\nOld.\t0\n")
    card = import_file(workspace, tsv, "films", "classification", "test", replace=True).card
    assert card.splits == {"test": 2}


def test_another_task_or_other_texts_do_not_join(workspace: Workspace, tsv: Path) -> None:
    import_file(workspace, tsv, "films", "classification", "test")
    tsv.write_text("premise\thypothesis\tlabel\nA man eats.\tHe eats.\tyes\nA dog.\tA cat.\tno\n")
    with pytest.raises(BadInput, match="is for classification with the text columns text, not for pair-class"):
        import_file(workspace, tsv, "films", "pair-classification", "train")


BAD = "text\tlabel\nGood.\t1\n\t0\nNo label.\t\nToo\tmany\tcells\nUnknown.\t7\n"


def test_bad_rows_are_named_and_refused_and_nothing_is_stored(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(BAD)
    with pytest.raises(BadInput) as raised:
        import_file(workspace, path, "bad", "classification", "test", label_names={"0": "no", "1": "yes"})
    assert str(raised.value) == (
        "4 of 5 rows can't be used (bad.tsv, line 3: its text in column 'text' is empty; bad.tsv, line 4: its label is "
        "empty; bad.tsv, line 5: it has 3 cells, but 2 were expected; and 1 more); fix them or choose to skip them."
    )
    assert dataset_cards(workspace) == []
    assert not list(workspace.datasets.glob(".bad*"))


def test_bad_rows_are_skipped_when_asked_and_still_named(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(BAD)
    names = {"0": "no", "1": "yes"}
    result = import_file(workspace, path, "bad", "classification", "test", label_names=names, on_bad="skip")
    assert result.card.splits == {"test": 1}
    assert [row.line for row in result.bad_rows] == [3, 4, 5, 6]
    assert result.bad_rows[3].reason == "its label '7' is not one of 0, 1"


def test_of_many_bad_rows_the_first_are_named_and_all_are_counted(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text("text\tlabel\nGood.\t1\n" + "\t1\n" * (SHOWN + 5))
    result = import_file(workspace, path, "bad", "classification", "test", ["text"], "label", on_bad="skip")
    assert (len(result.bad_rows), result.bad) == (SHOWN, SHOWN + 5)


def test_columns_that_are_named_make_the_first_line_a_header(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("was gesagt wird 1!,2. Urteil\nfine,a\npoor,b\n", encoding="utf-8")
    result = import_file(workspace, path, "odd", "classification", "test", ["was gesagt wird 1!"], "2. Urteil")
    assert (result.imported, result.card.labels) == (2, ("a", "b"))


def test_a_file_with_no_good_row_is_refused_even_when_skipping(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text("text\tlabel\n\t1\n")
    with pytest.raises(BadInput, match="1 of 1 rows can't be used"):
        import_file(workspace, path, "bad", "classification", "test", ["text"], "label", on_bad="skip")
    path.write_text("text\tlabel\n")
    with pytest.raises(BadInput, match="holds no rows"):
        import_file(workspace, path, "bad", "classification", "test", ["text"], "label")


def test_wrong_columns_tasks_and_names_are_said_with_what_there_is(workspace: Workspace, tsv: Path) -> None:
    with pytest.raises(BadInput, match=r"has no column 'sentence'; its columns are text, label\."):
        import_file(workspace, tsv, "films", "classification", "test", ["sentence"], "label")
    with pytest.raises(BadInput, match="no task 'sentiment'; the tasks are classification"):
        import_file(workspace, tsv, "films", "sentiment", "test")
    with pytest.raises(BadInput, match="'my films' can't be the name of a data set"):
        import_file(workspace, tsv, "my films", "classification", "test")
    with pytest.raises(BadInput, match="on_bad can't be 'ignore'"):
        import_file(workspace, tsv, "films", "classification", "test", on_bad="ignore")
    tsv.write_text("1\t2\n3\t4\n5\t6\n")
    with pytest.raises(BadInput, match=r"which column of 'films\.tsv' holds the text; name one of 1, 2"):
        import_file(workspace, tsv, "films", "classification", "test")


def test_a_column_that_can_not_be_labels_is_noticed(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("text\tlabel\n" + "".join(f"Text {i}.\t{i}\n" for i in range(1001)))
    with pytest.raises(BadInput, match="over 1,000 different labels"):
        import_file(workspace, path, "a", "classification", "test", ["text"], "label")


def test_similarities_are_numbers_and_pairs_come_from_two_columns(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("sentence1,sentence2,score\nA man.,A boy.,3.5\nA cat.,A dog.,high\nA hat.,A cap.,nan\n")
    result = import_file(workspace, path, "pairs", Task.SIMILARITY, "test", on_bad="skip")
    assert result.card.labels == ()
    assert [str(row) for row in result.bad_rows] == [
        "pairs.csv, line 3: its similarity 'high' is not a number",
        "pairs.csv, line 4: its similarity 'nan' is not a number",
    ]
    assert [field.name for field in next(read_samples(workspace, "pairs", "test")).fields] == ["sentence1", "sentence2"]


def test_similarities_outside_the_scale_are_bad_rows(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("sentence1,sentence2,score\nA man.,A boy.,5\nA cat.,A dog.,5.5\n")
    scale = parse_scale("0 to 5")
    result = import_file(workspace, path, "pairs", Task.SIMILARITY, "test", on_bad="skip", scale=scale)
    assert [str(row) for row in result.bad_rows] == [
        "pairs.csv, line 3: its similarity 5.5 is outside the scale 0 to 5"
    ]
    assert dataset_card(workspace, "pairs").scale == scale == Bounds(0, 5)


@pytest.mark.parametrize(("typed", "scale"), [("1-5", Bounds(1, 5)), ("-1 to 1", Bounds(-1, 1)), (" ", None)])
def test_a_scale_is_two_numbers(typed: str, scale: Bounds | None) -> None:
    assert parse_scale(typed) == scale


@pytest.mark.parametrize("typed", ["5", "5 to 0", "1.2.3 to 4", "low to high"])
def test_what_is_no_scale_is_refused(typed: str) -> None:
    with pytest.raises(BadInput, match="such as 0 to 5"):
        parse_scale(typed)


@pytest.mark.parametrize(
    ("tags", "legal"),
    [
        ("I-PER I-PER O I-LOC", "B-PER I-PER O B-LOC"),  # IO: an entity is a run of one kind
        ("O I-PER B-PER I-PER", "O B-PER B-PER I-PER"),  # IOB1: B- only between two of a kind
        ("I-PER I-LOC", "B-PER B-LOC"),
        ("B-PER O I-PER", "B-PER O B-PER"),
        ("S-PER B-LOC M-LOC E-LOC", "B-PER B-LOC I-LOC I-LOC"),  # BMES
        ("U-PER B-LOC L-LOC O", "B-PER B-LOC I-LOC O"),  # BILOU
    ],
)
def test_every_scheme_becomes_legal_bio(tags: str, legal: str) -> None:
    assert bio(tags.split()) == (tuple(legal.split()), None)
    assert bio(legal.split()) == (tuple(legal.split()), None)


def test_tags_that_are_no_bio_or_do_not_fit_the_tokens_are_bad_rows(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "tags.jsonl"
    path.write_text(
        '{"tokens": ["Ann", "ran"], "tags": ["B-PER", "O"]}\n{"tokens": ["Ann"], "tags": ["O", "O"]}\n'
        '{"tokens": ["Ann"], "tags": ["NNP"]}\n'
    )
    result = import_file(workspace, path, "tags", "tagging", "test", ["tokens"], "tags", on_bad="skip")
    assert [row.reason for row in result.bad_rows] == [
        "it has 1 tokens but 2 tags",
        "its tag 'NNP' is not O, B-… or I-…",
    ]
    assert result.card.labels == ("O", "B-PER")


def test_label_names_are_read_from_one_line() -> None:
    assert parse_label_names("0=negative, 1=positive") == {"0": "negative", "1": "positive"}
    assert parse_label_names("no,yes") == {"no": "no", "0": "no", "yes": "yes", "1": "yes"}
    assert parse_label_names("") == {}
    with pytest.raises(BadInput, match="'0=' does not name a label"):
        parse_label_names("0=")
    with pytest.raises(BadInput, match="'0' has two names"):
        parse_label_names("0=a,0=b")


def test_a_preview_shows_rows_and_guesses_and_stores_nothing(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(BAD)
    seen = preview(path, n=2)
    assert (seen.format, seen.header, seen.columns) == (Format.TSV, True, ("text", "label"))
    assert len(seen.rows) == 2
    assert [row.line for row in seen.bad_rows] == [5]
    assert (seen.guess.text_columns, seen.guess.label_column) == (("text",), "label")
    assert dataset_cards(workspace) == []


@pytest.mark.slow
def test_very_long_rows_are_imported_within_little_memory(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "long.tsv"
    with path.open("w") as file:
        file.write("text\tlabel\n")
        for i in range(80):  # 72 MB
            file.write(f"{i} {'word ' * 180_000}\t{i % 2}\n")
    tracemalloc.start()
    assert len(preview(path).rows) < 20
    assert import_file(workspace, path, "long", "classification", "test").imported == 80
    assert tracemalloc.get_traced_memory()[1] < 48e6
    tracemalloc.stop()


def test_a_column_of_texts_comes_with_ids(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("id\ttext\nx1\tone\nx2\ttwo\nx3\n")
    rows = text_column(path, "text")
    assert [next(rows), next(rows)] == [("x1", "one"), ("x2", "two")]
    with pytest.raises(BadInput, match="line 4: it has 1 cell"):
        next(rows)
    with pytest.raises(BadInput, match="has no column 'words'"):
        text_column(path, "words")


REAL = [  # files by split, task, field names, labels, samples of the first split
    ({"train": "cola/in_domain_train.tsv"}, Task.CLASSIFICATION, ("text",), ("0", "1"), 8551),
    ({"test": "stsb/sts-test.csv", "dev": "stsb/sts-dev.csv"}, Task.SIMILARITY, ("text1", "text2"), (), 1379),
    ({"dev": "mrpc/msr-para-val.tsv"}, Task.PAIR_CLASSIFICATION, ("#1 String", "#2 String"), ("0", "1"), 500),
    (
        {"dev": "rte_glue/dev.tsv", "test": "rte_glue/test.tsv"},
        Task.PAIR_CLASSIFICATION,
        ("sentence1", "sentence2"),
        ("not_entailment", "entailment"),
        139,
    ),
    ({"train": "hsol/labeled_data.csv"}, Task.CLASSIFICATION, ("tweet",), ("0", "1", "2"), 24783),
    ({"test": "sst2/stsa.binary.test"}, Task.CLASSIFICATION, ("text",), ("0", "1"), 1821),
    ({"dev": "sst5_cased/sst_dev.txt"}, Task.CLASSIFICATION, ("text",), ("1", "2", "3", "4", "5"), 1101),
]


@pytest.mark.parametrize(("files", "task", "fields", "labels", "samples"), REAL, ids=lambda v: str(v)[:40])
def test_real_files_are_imported_by_guesses_alone(
    workspace: Workspace,
    shared: Path,
    files: dict[str, str],
    task: Task,
    fields: tuple[str, ...],
    labels: tuple[str, ...],
    samples: int,
) -> None:
    for split, file in files.items():
        seen = preview(shared / "datasets" / file)
        result = import_file(workspace, shared / "datasets" / file, "real", task, split)
        assert seen.guess.task is task
        assert (result.bad, result.card.text_fields, result.card.labels) == (0, fields, labels)
    first = next(iter(files))
    assert sum(1 for _ in read_samples(workspace, "real", first)) == samples


def test_trec_names_the_line_that_is_no_utf8(workspace: Workspace, shared: Path) -> None:
    path = shared / "datasets/trec6/TREC.train.all"
    with pytest.raises(BadInput, match=r"line 66: byte 53 of the line \(0xF0\) is not UTF-8"):
        import_file(workspace, path, "trec", "classification", "train")
    assert import_file(workspace, path, "trec", "classification", "train", encoding="latin-1").imported == 5452


def test_trec_with_fine_labels_is_latin_1(workspace: Workspace, shared: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(shared / "datasets/trec_fine/qc.zip") as archive:
        archive.extractall(tmp_path)
    for split, labels in (("test", 42), ("train", 50)):
        path = tmp_path / "qc" / f"{split}.txt"
        card = import_file(workspace, path, "fine", "classification", split, encoding="latin-1").card
        assert len(card.labels) == labels


def test_wikigold_becomes_legal_bio(workspace: Workspace, shared: Path) -> None:
    import_file(workspace, shared / "datasets/wikigold/wikigold.conll.txt", "wikigold", "tagging", "test")
    first = next(read_samples(workspace, "wikigold", "test"))
    assert first.tags[:7] == ("B-MISC", "O", "O", "O", "O", "O", "B-MISC")
    assert all(len(s.text.split(" ")) == len(s.tags) for s in read_samples(workspace, "wikigold", "test"))
