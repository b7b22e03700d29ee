"""Labels that are short for the catalogue's get its names; numbers, which say nothing by themselves, never do."""

from pathlib import Path

import pytest

from core.records import Task
from data.datasets.catalogue import catalogue
from data.importing.checking import ImportPlan, check
from data.importing.files import with_guesses
from data.importing.label_names import names_offered
from data.importing.labelling import parse_label_names

ONE = Task.CLASSIFICATION


def test_numbers_are_never_named_for_the_catalogue_numbers_them_in_its_own_order(shared: Path) -> None:
    plan = ImportPlan(shared / "datasets/trec6/TREC.test.all", "trec", ONE, "test", (), "")
    report = check(with_guesses(plan))
    assert [*sorted(report.labels)] == ["0", "1", "2", "3", "4", "5"]  # 0 is a description, in the catalogue 2
    assert names_offered(report.labels, ONE) == []
    assert report.texts["0"] == ["What is an atom ?", "Why does the moon turn orange ?"]
    for entry in catalogue().values():
        assert names_offered([str(number) for number in range(len(entry.labels))], entry.task) == []


def test_labels_in_short_get_the_names_that_they_stand_for() -> None:
    (trec,) = names_offered(["NUM", "DESC", "ENTY", "ABBR", "HUM", "LOC"], ONE)
    assert trec.datasets == ("trec",)
    assert trec.spelled == "ABBR=abbreviation, ENTY=entity, DESC=description, HUM=human, LOC=location, NUM=number"
    first, *_ = names_offered(["pos", "neg"], ONE)
    assert parse_label_names(first.spelled) == {"pos": "positive", "neg": "negative"}
    rte, *_ = names_offered(["entailment", "not_entailment"], Task.PAIR_CLASSIFICATION)
    assert rte.spelled == "entailment=entailment, not_entailment=not entailment"


@pytest.mark.parametrize(
    "labels",
    [[], ["positive", "negative"], ["po", "ne"], ["pos", "positive", "neg"], ["neg", "x"], ["neg", "1"]],
)
def test_other_labels_keep_their_names(labels: list[str]) -> None:
    assert names_offered(labels, ONE) == []
    assert names_offered(["neg", "pos"], Task.TAGGING) == []
