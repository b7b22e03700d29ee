"""Records as JSON: what comes back is what went in, and what can't be read is named."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.design import Condition, Design
from core.errors import BadInput
from core.records import DatasetCard, Decision, Task, Verdict
from core.severity import Severity, Unit, pps
from data.records_json import decode, encode, read_record, record_or_none

CARD = DatasetCard("pets", Task.TAGGING, ("O", "B-PET"), ("text",), {"train": 3, "test": 1})
DECISION = Decision("d1", "c1", "ann", Verdict.KEEP, datetime(2026, 1, 5, 9, 30, tzinfo=UTC))
CHAIN = Condition.chain([Condition("keyboard", Severity(Unit.PERCENT_CHARACTERS, 2.5)), Condition("negation", pps(1))])


def test_a_severity_is_written_as_its_key_and_the_splits_of_a_data_set_as_names_and_sizes() -> None:
    design = Design("pets", "test", (Condition("negation", pps(2)), CHAIN))
    assert json.loads(encode(design))["conditions"] == [
        ["negation", "pps-2"],
        ["keyboard,negation", "chain-percent-characters-2.5,pps-1"],
    ]
    assert decode(encode(design), Design) == design
    assert json.loads(encode(CARD))["splits"] == {"train": 3, "test": 1}
    assert decode(encode(CARD, indent=2), DatasetCard) == CARD


@given(note=st.text(st.characters(codec="utf-8")), took=st.integers(), at=st.datetimes(timezones=st.just(UTC)))
def test_any_decision_comes_back_as_it_was(note: str, took: int, at: datetime) -> None:
    decision = replace(DECISION, note=note, milliseconds=took, at=at)
    assert decode(encode(decision), Decision) == decision
    assert decode(encode(decision, ascii_only=True).encode("ascii"), Decision) == decision


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"verdict": "maybe"}, "verdict: 'maybe' is not a valid Verdict"),
        ({"id": 5}, "id: 5 is not a text"),
        ({"milliseconds": True}, "milliseconds: True is not a whole number"),
        ({"milliseconds": "12"}, "milliseconds: '12' is not a whole number"),
        ({"hints_visible": 1}, "hints_visible: 1 is not true or false"),
        ({"at": "yesterday"}, "at: Invalid isoformat string: 'yesterday'"),
    ],
)
def test_a_wrong_field_is_named_with_its_value(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as refusal:
        decode(json.dumps(json.loads(encode(DECISION)) | changed), Decision)
    assert str(refusal.value) == sentence


def test_a_field_inside_another_is_named_with_its_place() -> None:
    text = encode(Design("pets", "test", (Condition("negation", pps(1)),))).replace("pps-1", "much")
    with pytest.raises(BadInput, match=r"conditions\[0\].*'much' is not a severity"):
        decode(text, Design)


def test_missing_fields_are_named_unless_they_have_a_default_and_unknown_ones_are_left_out() -> None:
    least = {"id": "d1", "candidate_id": "c1", "annotator": "ann", "verdict": "keep", "at": "2026-01-05T09:30:00+00:00"}
    assert decode(json.dumps(least | {"mood": "good"}), Decision) == DECISION
    with pytest.raises(BadInput, match=r"^verdict: it is missing$"):
        decode(json.dumps({key: value for key, value in least.items() if key != "verdict"}), Decision)


@pytest.mark.parametrize("text", ["", "[]", "null", '"text"', "{", "[" * 100_000, b"\xff\xfe"])
def test_what_is_no_json_object_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadInput):
        decode(text, Decision)


def test_a_file_is_named_where_it_is_absent_or_damaged(tmp_path: Path) -> None:
    path = tmp_path / "card.json"
    with pytest.raises(BadInput, match=r"card.json' can't be read \(No such file"):
        read_record(path, DatasetCard)
    path.write_text(encode(CARD).replace('"tagging"', '"guessing"'))
    with pytest.raises(BadInput, match=r"card.json' is damaged \(task: 'guessing' is not a valid Task\)"):
        read_record(path, DatasetCard)
    assert record_or_none(path, DatasetCard) is None
    path.write_text(encode(CARD), encoding="utf-8")
    assert read_record(path, DatasetCard) == record_or_none(path, DatasetCard) == CARD
