"""Files of predictions come from anywhere: what is too large, too deep or no number is said in a sentence."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from data.formats import parquet
from data.imported_predictions import reading
from data.imported_predictions.columns import Role
from data.imported_predictions.matching import match_predictions
from data.imported_predictions.reading import read_rows
from data.imported_predictions.texts import Texts

LABELS = ("bad", "good")
HEADER = "sample_id,prediction\n"


def unfolding(path: Path) -> None:
    """3,000 rows of the same 4,000 characters: some kilobytes on disk, 24 MB unfolded."""
    said = pa.DictionaryArray.from_arrays(pa.array([0] * 3000, pa.int32()), pa.array(["x" * 4000]))
    pq.write_table(pa.table({"sample_id": said, "prediction": said}), path)
    assert path.stat().st_size < 1_000_000


def wide(path: Path) -> None:
    path.write_text(",".join(f"column{n}" for n in range(20_000)) + ",id\n", encoding="utf-8")
    with path.open("a") as file:
        file.write(",".join("x" * 20_001))


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "deep JSON": (lambda path: path.write_text('{"id": ' + "[" * 100_000), "can't be read"),
    "a huge number": (
        lambda path: path.write_text('{"id": ' + "9" * 5000 + ', "prediction": "good"}'),
        "can't be read",
    ),
    "a huge cell": (lambda path: path.write_text(HEADER + "1," + "g" * 2_000_000), "can't be read"),
    "bytes": (lambda path: path.write_bytes(b"PAR1" + b"\0" * 100), "can't be read"),
    "no text": (lambda path: path.write_bytes(b"\xff\xfe\0\1"), "byte 0 is not UTF-8: save the file as UTF-8"),
    "nothing": (lambda path: path.write_bytes(b""), "holds no rows"),
    "a list of numbers": (lambda path: path.write_text("[{}, 3]"), "item 2 of the list is not an object"),
    "a line that is no JSON": (lambda path: path.write_text('{"id": 1}\n{bad\n'), "line 2 is not JSON"),
    "a folder": (lambda path: path.mkdir(), "can't be read"),
    "a column twice": (
        lambda path: path.write_text("id,prediction,prediction\n1,good,bad\n"),
        "it has more than one column 'prediction'; keep one of them",
    ),
    "many columns": (wide, "name one of column0, .*column11, 19,989 more"),
}


@pytest.mark.parametrize("what", FILES)
def test_a_file_that_can_not_be_read_is_said_in_a_sentence(tmp_path: Path, what: str) -> None:
    write, reason = FILES[what]
    path = tmp_path / "theirs"
    write(path)
    with pytest.raises(BadInput, match=reason) as refused:
        list(read_rows(path, LABELS))
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 600


def test_a_file_or_a_number_of_rows_that_memory_might_not_hold_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "theirs.csv"
    with path.open("wb") as file:
        file.truncate((1 << 29) + 1)  # nothing is written
    with pytest.raises(BadInput, match="more than 536,870,912 bytes: give one file for each perturbation"):
        list(read_rows(path, LABELS))
    monkeypatch.setattr(parquet, "LARGEST", 10_000_000)
    unfolding(path)
    with pytest.raises(BadInput, match="its rows have more than 10,000,000 bytes"):
        list(read_rows(path, LABELS))
    path.write_text(HEADER + "1,good\n" * 30, encoding="utf-8")
    assert len(list(read_rows(path, LABELS))) == 30
    monkeypatch.setattr(reading, "MOST", 29)
    with pytest.raises(BadInput, match="more than 29 rows"):
        list(read_rows(path, LABELS))


def test_rows_with_odd_numbers_and_probabilities_are_named_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "theirs.csv"
    odd = ["²", "1" * 5000, "-1", "1e3", "٣", "x" * 5000]
    deep = "[" * 50_000
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([["sample_id", "prediction", "probabilities"], *([n, "good", ""] for n in odd)])
        writer.writerows([["s1", "g" * 5000, ""], ["s1", "good", "[NaN, Infinity]"], ["s2", "good", deep]])
    texts = Texts(("s1", "s2"), {"s1": "good", "s2": "bad"}, {})
    found = match_predictions([("", lambda: read_rows(path, LABELS))], texts, LABELS)
    assert [row.line for row in found.bad] == [2, 3, 4, 5, 6, 7, 8]
    assert all(len(row.reason) <= 300 for row in found.bad)
    assert [sample for _, sample, _ in found.predicted_labels()] == ["s1", "s2"]
    assert found.answers[None].chances is None
    assert [said.partition(" (for example")[0] for said in found.odd] == [
        "In 1 of 2 rows the probabilities are not all finite numbers",
        "In 1 of 2 rows the probabilities are not one number for each of the 2 labels",
    ]


def test_labels_counted_from_0_are_not_taken_for_labels_that_are_numbers(tmp_path: Path) -> None:
    labels = ("1", "2", "3")
    texts = Texts(("s1", "s2", "s3"), dict.fromkeys(("s1", "s2", "s3"), "1"), {})

    def read(*said: str) -> dict[str, object]:
        path = tmp_path / "theirs.jsonl"
        rows = [{"sample_id": f"s{n}", "prediction": one, "probs": [0.2, 0.7, 0.1]} for n, one in enumerate(said, 1)]
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        found = match_predictions([("", lambda: read_rows(path, labels))], texts, labels)
        said_of = {sample: label for _, sample, label in found.predicted_labels()}
        chances = found.answers[None].chances
        assert chances is not None
        assert {tuple(row) for row in chances[found.places(None)].tolist()} == {(0.2, 0.7, 0.1)}
        return said_of | {bad.reason: None for bad in found.bad}

    assert read("1", "2.0", "3") == {"s1": "1", "s2": "2", "s3": "3"}
    assert read("LABEL_0", "LABEL_1", "LABEL_2") == {"s1": "1", "s2": "2", "s3": "3"}
    assert read("2", "1", "0") == {
        "s1": "2", "s2": "1", "there is no label '0'; write LABEL_0 for labels counted from 0": None,
    }  # fmt: skip


def test_columns_that_are_chosen_but_not_there_are_named_in_short(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text(json.dumps({f"{n} " + "y" * 999: 1 for n in range(99)}), encoding="utf-8")
    with pytest.raises(BadInput, match="has no column 'mine'") as refused:
        read_rows(path, LABELS, {Role.LABEL: "mine"})
    assert len(str(refused.value)) < 700
