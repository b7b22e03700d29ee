"""Files as tables: every format, every way a row can be wrong, and what can't be read at all."""

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import BadInput
from data.formats import BadRow, Format, Table, TableRow, format_named, open_table, parquet
from data.formats.headers import looks_like_header
from data.formats.lines import MAX_LINE
from tests.ordinary_user import as_an_ordinary_user


def table_of(path: Path, content: str | bytes, format: Format | None = None, header: bool | None = None) -> Table:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return open_table(path, format, header, "utf-8")


def good(table: Table) -> list[dict[str, str]]:
    return [dict(row.values) for row in table.rows() if isinstance(row, TableRow)]


def bad(table: Table) -> list[tuple[int, str]]:
    return [(row.line, row.reason) for row in table.rows() if isinstance(row, BadRow)]


def test_tsv_cells_are_read_as_they_stand_quotes_and_all(tmp_path: Path) -> None:
    table = table_of(tmp_path / "a.tsv", '\ufefftext\tlabel\r\nsaid "no\t0\r\n"yes"\t1\r\n')
    assert (table.format, table.header, table.columns) == (Format.TSV, True, ("text", "label"))
    assert good(table) == [{"text": 'said "no', "label": "0"}, {"text": '"yes"', "label": "1"}]


def test_csv_cells_may_hold_commas_quotes_and_line_breaks(tmp_path: Path) -> None:
    table = table_of(tmp_path / "a.csv", ',tweet,class\n0,"a, ""b""\nc",1\n1,d,2\n')
    assert table.columns == ("1", "tweet", "class")
    assert [row.line for row in table.rows()] == [2, 4]
    assert good(table)[0] == {"1": "0", "tweet": 'a, "b"\nc', "class": "1"}


def test_csv_cells_may_stand_between_semicolons(tmp_path: Path) -> None:
    content = '\ufeffNr.;Satz / Text;Klasse\r\n1;"Late; again, and wet";delivery\r\n2;Torn, twice;quality\r\n'
    table = table_of(tmp_path / "a.csv", content)
    assert (table.format, table.columns) == (Format.CSV, ("Nr.", "Satz / Text", "Klasse"))
    assert [row["Satz / Text"] for row in good(table)] == ["Late; again, and wet", "Torn, twice"] and not bad(table)
    assert table_of(tmp_path / "a.txt", content).format is Format.CSV
    scores = "a,b,score 0-5\n" + "Nobody came,Nobody came,5.0\nIt rains,It snows,2.5\n" * 40
    assert table_of(tmp_path / "c.csv", scores).columns == ("a", "b", "score 0-5")  # and no labelled lines
    commas = table_of(tmp_path / "b.csv", "text,label\nlate; wet,0\ntorn; old,1\n")
    assert good(commas) == [{"text": "late; wet", "label": "0"}, {"text": "torn; old", "label": "1"}]


def test_a_column_of_texts_alone_is_csv_though_few_words_begin_them(tmp_path: Path) -> None:
    lines = [f"{word} is in town {n}?" for n in range(20) for word in ("Who", "What")]
    table = table_of(tmp_path / "a.csv", "\n".join(["question", *lines]))
    assert (table.format, table.columns, len(good(table))) == (Format.CSV, ("question",), 40)
    labelled = table_of(tmp_path / "b.csv", "\n".join(lines))  # no header: they may be labels
    assert labelled.format is Format.LABELLED_LINES


def test_a_quote_that_is_never_closed_is_named_where_it_opens(tmp_path: Path) -> None:
    table = table_of(tmp_path / "a.csv", 'text,label\nfine,0\n"open,1\nmore,1\n')
    assert good(table) == [{"text": "fine", "label": "0"}]
    (line, reason) = bad(table)[0]
    assert line == 3 and "has no closing quote" in reason


def test_rows_of_another_width_are_named(tmp_path: Path) -> None:
    table = table_of(tmp_path / "a.tsv", "text\tlabel\na\t0\nb\nc\t1\td\n")
    assert bad(table) == [
        (3, "it has 1 cell, but 2 were expected"),
        (4, "it has 3 cells, but 2 were expected"),
    ]


def test_without_a_header_columns_are_numbered_and_a_width_many_rows_share_is_good(tmp_path: Path) -> None:
    lines = ["a\t1\tone two three"] * 50 + ["b\t0\tfour five\tby\tCC"] * 25 + ["c\t1"]
    table = table_of(tmp_path / "a.tsv", "\n".join(lines))
    assert table.columns == ("1", "2", "3", "4", "5")
    assert len(good(table)) == 75
    assert bad(table) == [(76, "it has 2 cells, but 3 or 5 were expected")]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["text", "label"], ["It is fine.", "1"]], True),
        ([["Quality", "#1 ID", "#1 String"], ["1", "7", "A text."]], True),
        ([["", "count", "class"], ["0", "3", "2"]], True),
        ([["gj04", "1", "", "They drank."], ["gj04", "0", "*", "They drank dry."]], False),  # CoLA
        ([["main", "MSRvid", "0001", "5.000", "A man."], ["main", "MSRvid", "0002", "4.750", "A dog."]], False),
        ([["great film", "positive"], ["dull film", "negative"], ["good", "positive"]], False),
        ([["question", "1"], ["who", "2"]], False),
        ([["Nr.", "Beschwerde / Text", "Größe (gold)"], ["1", "Zu spät, und nass.", "klein"]], True),
        ([["first", "second", "same?"], ["A torn box came.", "The box that came was torn in two.", "yes"]], True),
        ([["Who wrote it?", "HUM:ind"], ["How far is it?", "NUM:dist"], ["Who sang?", "HUM:ind"]], False),
    ],
)
def test_a_header_is_told_from_a_row(rows: list[list[str]], expected: bool) -> None:
    assert looks_like_header(rows) is expected


def test_the_header_can_be_said_instead(tmp_path: Path) -> None:
    assert table_of(tmp_path / "a.tsv", "text\tlabel\na\t0\n", header=False).columns == ("1", "2")
    assert table_of(tmp_path / "b.tsv", "x 1\ty 2\na\t0\n", header=True).columns == ("x 1", "y 2")


def test_a_header_that_names_two_columns_alike_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="two columns named 'text'"):
        table_of(tmp_path / "a.tsv", "text\ttext\na\tb\n", header=True)


def test_json_lines_and_what_is_no_object(tmp_path: Path) -> None:
    lines = ['{"text": "a", "n": 1.5, "tags": ["B-X", "O"]}', "[1]", '{"text": ', "", '{"text": "\\ud83d"}']
    table = table_of(tmp_path / "a.jsonl", "\n".join(lines))
    assert table.columns == ("text", "n", "tags")
    assert good(table) == [{"text": "a", "n": "1.5", "tags": "B-X O"}]
    assert [line for line, _ in bad(table)] == [2, 3, 5]
    assert "half of a character" in bad(table)[2][1]


def test_parquet_rows_are_numbered_and_lists_joined(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"tokens": [["A", "b"], ["c"]], "label": [1, None]}), path)
    table = open_table(path, None, None, "utf-8")
    assert good(table) == [{"tokens": "A b", "label": "1"}, {"tokens": "c", "label": ""}]


ROWS, EACH = 60, list(range(61))
LONG = pa.DictionaryArray.from_arrays(pa.array([0] * ROWS, pa.int32()), pa.array(["x" * (8 << 20)]))
BOMBS = {
    "texts": LONG,
    "tokens": pa.ListArray.from_arrays(EACH, LONG),
    "objects": pa.StructArray.from_arrays([LONG], ["a"]),
    "pairs": pa.MapArray.from_arrays(EACH, pa.array(["a"] * ROWS), LONG),
    "numbers": pa.ListArray.from_arrays([0, 1_100_000, 2_200_000], pa.array(np.zeros(2_200_000, np.int64))),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_small_parquet_file_does_not_unfold_to_more_than_a_csv_file_may_hold(tmp_path: Path, kind: str) -> None:
    path, before = tmp_path / "a.parquet", pa.default_memory_pool()
    table = pa.table({"text": BOMBS[kind], "label": ["a"] * len(BOMBS[kind])})
    pq.write_table(table, path, compression="zstd", store_schema=False)
    assert path.stat().st_size < 20_000
    pool = pa.proxy_memory_pool(before)
    pa.set_memory_pool(pool)
    try:
        found = bad(open_table(path, None, None, "utf-8"))
    finally:
        pa.set_memory_pool(before)
    assert found == [(n, f"a cell is longer than {MAX_LINE:,} bytes; shorten it") for n in EACH[1 : len(table) + 1]]
    assert pool.max_memory() < 100_000_000


def test_rows_that_are_more_than_a_file_may_hold_and_columns_too_large_to_read_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"text": ["x" * 1000] * 30_000, "label": ["a"] * 30_000}), path)
    table = open_table(path, None, None, "utf-8")
    assert len(good(table)) == 30_000
    with monkeypatch.context() as patch:
        patch.setattr(parquet, "LARGEST", 10_000_000)
        [(number, reason)] = bad(table)
        assert "its rows have more than 10,000,000 bytes; split the file" in reason and 9_000 < number < 10_000
    monkeypatch.setattr(parquet, "LARGEST_COLUMN", 4 * 29_999)
    assert "write smaller row groups" in bad(table)[0][1]


def test_conll_sentences_with_one_column_named(tmp_path: Path) -> None:
    text = "-DOCSTART- O\n\nAnn NNP B-PER\nleft VBD O\n\n\nBob\nran O\n\nEnd O"
    table = table_of(tmp_path / "a.conll", text)
    assert good(table) == [{"text": "Ann left", "tags": "B-PER O"}, {"text": "End", "tags": "O"}]
    assert bad(table) == [(7, "line 7 has one column, but a token and its tag were expected")]


def test_labelled_lines_end_their_label_at_a_space_or_tab(tmp_path: Path) -> None:
    table = table_of(tmp_path / "a.txt", "__label__4\tIt 's good .\n0 no movement , no\n1\n", Format.LABELLED_LINES)
    assert good(table) == [{"label": "4", "text": "It 's good ."}, {"label": "0", "text": "no movement , no"}]
    assert bad(table) == [(3, "it has no text after the label")]


def test_broken_utf8_and_nul_are_named_with_line_and_byte(tmp_path: Path) -> None:
    table = table_of(tmp_path / "a.tsv", b"text\tlabel\n" + b"fine\t0\n" * 2000 + b"caf\xe9\t1\nnu\0l\t1\n")
    assert bad(table) == [
        (2002, "byte 4 of the line (0xE9) is not UTF-8"),
        (2003, "byte 3 of the line is a NUL character; delete it"),
    ]
    assert len(good(open_table(tmp_path / "a.tsv", None, None, "latin-1"))) == 2001


def test_a_line_up_to_a_mebibyte_is_read_and_a_longer_one_named(tmp_path: Path) -> None:
    longest = "x" * (MAX_LINE - 2)
    tracemalloc.start()
    table = table_of(tmp_path / "a.tsv", f"text\tlabel\n{longest}\t0\nx{longest}\t1\nfine\t1\n".encode())
    rows, wrong = good(table), bad(table)
    assert [len(row["text"]) for row in rows] == [MAX_LINE - 2, 4]
    assert wrong == [(3, "the line is longer than 1,048,576 bytes; shorten it or split it")]
    tracemalloc.stop()


def test_a_file_that_is_one_endless_line_is_named_within_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        for _ in range(40):
            file.write(b"y" * (1 << 20))
    tracemalloc.start()
    assert bad(open_table(path, Format.LABELLED_LINES, None, "utf-8"))[0][0] == 1
    assert tracemalloc.get_traced_memory()[1] < 8e6
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "is empty"),
        (b"\n\n  \n", "can't tell which format"),
        (b"PK\x03\x04\0\0binary", "is a binary file"),
        ("text\tlabel\n".encode("utf-16"), "is UTF-16"),
        (b"just some prose\nthat nobody can read\nas a table\n", "can't tell which format"),
        (b"PAR1 but not really", "not a readable Parquet file"),
    ],
)
def test_what_can_not_be_read_at_all_is_one_sentence(tmp_path: Path, content: bytes, expected: str) -> None:
    with pytest.raises(BadInput, match=expected) as raised:
        table_of(tmp_path / "a.dat", content)
    assert "\n" not in str(raised.value)


def test_a_folder_a_missing_file_and_an_unknown_format_or_encoding(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder"):
        open_table(tmp_path, None, None, "utf-8")
    with pytest.raises(BadInput, match="There is no file"):
        open_table(tmp_path / "no.tsv", None, None, "utf-8")
    with pytest.raises(BadInput, match="no format 'xlsx'; the formats are tsv, csv"):
        format_named("xlsx")
    with pytest.raises(BadInput, match="can't read the encoding 'klingon'"):
        open_table(tmp_path / "no.tsv", None, None, "klingon")


def test_a_file_nobody_may_read(ordinary_place: Path) -> None:
    ordinary_place.mkdir()
    file = ordinary_place / "a.tsv"
    file.write_text("a\tb\n")
    file.chmod(0)
    with as_an_ordinary_user(), pytest.raises(BadInput, match=r"can't be read.*[Pp]ermission"):
        open_table(file, None, None, "utf-8")


CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=6))
def test_any_text_survives_tsv_and_json_lines(tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    tsv = "a\tb\n" + "".join(f"{a}\t{b}\n" for a, b in rows)
    assert [tuple(row.values()) for row in good(table_of(tmp_path / "x.tsv", tsv, header=True))] == rows
    lines = "".join(json.dumps({"a": a, "b": b}) + "\n" for a, b in rows)
    assert [tuple(row.values()) for row in good(table_of(tmp_path / "x.jsonl", lines))] == rows


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(min_size=1, max_size=300), st.sampled_from([*Format, None]))
def test_any_bytes_are_rows_bad_rows_or_one_sentence(tmp_path: Path, content: bytes, format: Format | None) -> None:
    try:
        rows = list(table_of(tmp_path / "x", content, format).rows())
    except BadInput as sentence:
        assert "\n" not in str(sentence)
    else:
        assert all(row.line >= 1 for row in rows)


REAL = [  # file, format, header, columns used, rows (MANIFEST.tsv), rows that can't be read as UTF-8
    ("cola/in_domain_train.tsv", Format.TSV, False, 4, 8551, 0),
    ("hsol/labeled_data.csv", Format.CSV, True, 7, 24783, 0),
    ("mrpc/msr-para-train.tsv", Format.TSV, True, 5, 3576, 0),
    ("rte_glue/train.tsv", Format.TSV, True, 4, 1244, 0),
    ("sst2/stsa.binary.train", Format.LABELLED_LINES, False, 2, 6920, 0),
    ("sst5_cased/sst_test.txt", Format.LABELLED_LINES, False, 2, 2210, 0),
    ("stsb/sts-train.csv", Format.TSV, False, 9, 5749, 0),
    ("stsb/sts-test.csv", Format.TSV, False, 9, 1379, 0),
    ("trec6/TREC.train.all", Format.LABELLED_LINES, False, 2, 5452, 1),
    ("wikigold/wikigold.conll.txt", Format.CONLL, False, 2, 1696, 0),
]


@pytest.mark.parametrize(("file", "format", "header", "columns", "rows", "broken"), REAL, ids=lambda v: str(v))
def test_real_files_are_known_and_read_whole(
    shared: Path, file: str, format: Format, header: bool, columns: int, rows: int, broken: int
) -> None:
    table = open_table(shared / "datasets" / file, None, None, "utf-8")
    assert (table.format, table.header, len(table.columns)) == (format, header, columns)
    assert (len(good(table)), len(bad(table))) == (rows - broken, broken)


def test_json_lines_that_are_all_bad_say_what_is_wrong_with_the_first(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=r"does not hold one JSON object per line.*line 1: 'text' contains half of a character"
    ):
        table_of(tmp_path / "a.jsonl", '{"text": "\\ud83d half"}\n')
