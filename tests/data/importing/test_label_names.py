"""Labels that are numbers get the names that the catalogue has for them."""

import pytest

from core.records import Task
from data.datasets.catalogue import catalogue
from data.importing.label_names import names_offered
from data.importing.labelling import parse_label_names


def test_the_data_set_that_the_file_is_named_after_comes_first() -> None:
    assert names_offered("01", Task.CLASSIFICATION, "in_domain_cola.dev.tsv")[0].names == ("unacceptable", "acceptable")
    first, *rest = names_offered("10", Task.CLASSIFICATION, "SST2-dev.tsv")
    assert first.names == ("negative", "positive") and first.datasets[0] == "sst2"
    assert {"imdb", "yelp"} < set(first.datasets)  # the same names are offered once
    assert ("unacceptable", "acceptable") in [offered.names for offered in rest]


def test_what_is_offered_is_what_the_import_takes() -> None:
    for entry in catalogue():
        numbers = [str(number) for number in range(len(entry.labels))]
        for offered in names_offered(numbers, entry.task, entry.name)[:1]:
            assert offered.names == entry.labels
            assert list(parse_label_names(offered.spelled).items()) == list(zip(numbers, entry.labels, strict=True))


@pytest.mark.parametrize("labels", [[], ["0"], ["1", "2"], ["0", "1", "x"], ["negative", "positive"], ["0.5", "1.5"]])
def test_other_labels_keep_their_names(labels: list[str]) -> None:
    assert names_offered(labels, Task.CLASSIFICATION, "sst2") == []


def test_names_are_those_of_the_task() -> None:
    pairs = names_offered("01", Task.PAIR_CLASSIFICATION, "mrpc.tsv")
    assert pairs[0].names == ("different", "paraphrase")
    assert names_offered("01", Task.SIMILARITY, "stsb") == []
