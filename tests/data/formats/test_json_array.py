"""One list of JSON objects in a file: read like rows, in pieces, and never a dead end."""

import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import BadInput
from data.formats import BadRow, Format, TableRow, not_text, open_table
from data.formats.json_array import CHUNK
from tests.data.formats.test_formats import bad, good, table_of

PRETTY = """[
  {
    "text": "It is good.",
    "label": 1
  },
  7,
  {"text": "It is bad.", "label": 0}
]
"""


def test_objects_are_rows_and_know_where_they_begin(tmp_path: Path) -> None:
    table = table_of(tmp_path / "films.json", "\ufeff\n" + PRETTY)
    assert (table.format, table.columns) == (Format.JSON, ("text", "label"))
    assert good(table) == [{"text": "It is good.", "label": "1"}, {"text": "It is bad.", "label": "0"}]
    assert [row.line for row in table.rows()] == [3, 7, 8]
    assert bad(table) == [(7, 'it is JSON but not an object; write {"text": …, "label": …}')]


def test_a_list_is_known_whatever_the_file_is_called(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.txt", "a"):
        assert table_of(tmp_path / name, '[{"text": "a b", "label": "x"}]').format is Format.JSON


@given(st.lists(st.dictionaries(st.sampled_from(["text", "label"]), st.text().filter(lambda t: "\0" not in t))))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_list_comes_back_as_it_was_whatever_its_layout(tmp_path: Path, rows: list[dict[str, str]]) -> None:
    kept = [row for row in rows if "\ufffd" not in str(row)] + [{"text": "the last", "label": "x"}]
    for indent, ascii_only in ((None, True), (2, False)):
        content = json.dumps(kept, indent=indent, ensure_ascii=ascii_only)
        assert good(table_of(tmp_path / "a.json", content, Format.JSON)) == kept


def test_an_object_may_lie_across_the_pieces_that_are_read(tmp_path: Path) -> None:
    rows = [{"text": "é" * (CHUNK // 3), "label": str(n)} for n in range(9)]
    assert good(table_of(tmp_path / "a.json", json.dumps(rows, ensure_ascii=False))) == rows


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{\n "data": []\n}', "it is not a list; put square brackets around the objects"),
        ("[]", r"holds no list of JSON objects; write \[\{"),
        ('[{"text": nope}]', r"line 1: it is not JSON \(Expecting value\), and the rest of the file can't be read"),
    ],
)
def test_what_is_no_list_of_objects_says_what_to_do(tmp_path: Path, content: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        table_of(tmp_path / "a.json", content)


def test_rows_before_a_fault_are_kept_and_the_fault_is_named(tmp_path: Path) -> None:
    cut_off = table_of(tmp_path / "a.json", '[{"text": "a"},\n{"text": "b"}\n')
    assert len(good(cut_off)) == 2
    assert bad(cut_off) == [(3, "the list has no closing bracket; the file may be incomplete")]
    broken = table_of(tmp_path / "b.json", '[{"text": "a"},\n{"text": "b}]')
    assert bad(broken) == [
        (2, "it is not JSON (Unterminated string starting at), and the rest of the file can't be read")
    ]
    deep = table_of(tmp_path / "c.json", '[{"text": "a"}, ' + "[" * 40_000)
    assert "nested too deeply" in bad(deep)[0][1]


def test_a_byte_of_another_encoding_spoils_its_own_row_only(tmp_path: Path) -> None:
    content = '[{"text": "Café"},\n{"text": "tea"}]'.encode("latin-1")
    table = table_of(tmp_path / "a.json", content)
    assert (good(table), bad(table)) == ([{"text": "tea"}], [(1, "byte 0xE9 is not UTF-8")])
    assert good(open_table(tmp_path / "a.json", None, None, "latin-1"))[0] == {"text": "Café"}


def test_a_column_of_numbers_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "films.json"
    path.write_text(PRETTY)
    assert not_text(path, Format.JSON, "label", "utf-8") == "a number"
    assert not_text(path, Format.JSON, "text", "utf-8") == ""


def test_a_long_list_is_never_in_memory_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    with path.open("w") as file:
        file.write("[" + '{"text": "Nothing is new, and nothing is old.", "label": "x"},\n' * 40_000)
        file.write('{"text": "the end", "label": "x"}]')
    table = open_table(path, None, None, "utf-8")
    tracemalloc.start()
    assert sum(isinstance(row, TableRow) for row in table.rows()) == 40_001
    assert not any(isinstance(row, BadRow) for row in table.rows())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000 < path.stat().st_size
