"""A data set in one piece is shared out: every label in the same proportions, every sample once, always alike."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.catalogue import entry_named
from data.datasets.splitting import parse_shares, share_out, shared_out
from data.datasets.stored import read_samples, save_dataset
from data.workspace import Workspace

SHARES = entry_named("hsol").shares


def samples(labels: str) -> list[Sample]:
    return [Sample("d", "train", (TextField("text", f"text {n}"),), label) for n, label in enumerate(labels)]


@given(st.text("abc", max_size=200), st.integers(0, 3))
def test_of_each_label_every_split_has_its_share(labels: str, seed: int) -> None:
    found = list(shared_out(samples(labels), SHARES, seed))
    assert [sample.text for sample in found] == [sample.text for sample in samples(labels)]  # all of them, in order
    counted = Counter((sample.label, sample.split) for sample in found)
    for label, n in Counter(labels).items():
        assert all(abs(counted[label, split] - n * share) <= 1 for split, share in SHARES.items())


def test_hsol_is_shared_out_as_the_thesis_has_it() -> None:
    assert SHARES == {"train": 0.56, "dev": 0.24, "test": 0.2}
    # Labels of HSOL: 1,430 hate, 19,190 offensive, 4,163 neither; printed sizes 13,878, 5,948 and 4,957.
    found = Counter(s.split for s in shared_out(samples("h" * 1_430 + "o" * 19_190 + "n" * 4_163), SHARES))
    assert all(abs(found[split] - n) <= 2 for split, n in {"train": 13_878, "dev": 5_948, "test": 4_957}.items())


def test_a_stored_data_set_is_shared_out_once(workspace: Workspace) -> None:
    card = DatasetCard("d", Task.CLASSIFICATION, ("a", "b"), ("text",), {})
    save_dataset(workspace, card, samples("ab" * 50))
    made = share_out(workspace, "d", SHARES)
    assert list(made.splits.items()) == [("train", 56), ("dev", 24), ("test", 20)]
    assert {sample.split for sample in read_samples(workspace, "d", "dev")} == {"dev"}
    with pytest.raises(BadInput, match="already has 3 splits"):
        share_out(workspace, "d", SHARES)


@pytest.mark.parametrize("shares", [{}, {"train": 0.5}, {"train": 1.2, "test": -0.2}])
def test_shares_come_to_one(shares: dict[str, float]) -> None:
    with pytest.raises(BadInput, match="do not sum to 1"):
        shared_out(samples("ab"), shares)


def test_without_strata_labels_do_not_count() -> None:
    found = list(shared_out(samples("a" * 99 + "b"), {"train": 0.5, "test": 0.5}, stratify=False))
    assert Counter(sample.split for sample in found) == {"train": 50, "test": 50}
    assert found != list(shared_out(samples("a" * 99 + "b"), {"train": 0.5, "test": 0.5}, seed=1, stratify=False))


def test_shares_are_typed_as_percentages() -> None:
    assert parse_shares("56-24-20") == SHARES
    assert parse_shares("80-20") == {"train": 0.8, "test": 0.2}


@pytest.mark.parametrize("typed", ["", "56-24", "a-b", "120--20", "25-25-25-25", "nan-50-50"])
def test_what_is_no_share_is_refused(typed: str) -> None:
    with pytest.raises(BadInput, match="are not split shares"):
        parse_shares(typed)
