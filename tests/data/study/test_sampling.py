"""Drawing a study's items: evenly over cells, each source once while there are others, and what can't be said so."""

from collections import Counter
from dataclasses import replace

import pytest

from core.errors import BadInput
from curation.study.records import ItemKind
from data.study.sampling import drawn_items
from data.workspace import Workspace
from tests.data.study.study_data import save_toy, small_design


def test_items_are_even_over_cells_and_their_sources_differ(workspace: Workspace) -> None:
    save_toy(workspace, 80)
    drawn = drawn_items(workspace, small_design(participants=8, each=6, k=2), workers=1)
    real = [item for item in drawn.items if item.kind is ItemKind.REAL]
    first = Counter((item.perturbation, item.severity) for item in real if item.part == "one")
    assert sorted(first.values()) == [6, 6, 6, 6]
    assert sum(item.part == "two" for item in real) == 8
    sources = [item.sample_id for item in drawn.items if item.sample_id]
    assert len(sources) == len(set(sources)) == 24 + 8 + 2  # and of the check and the unchanged text
    assert drawn.notes == []
    for item in real:
        assert item.perturbed != item.original
        assert item.edits == int(item.severity[-1])
        assert item.gold_label in ("old", "new")
    gold = next(item for item in drawn.items if item.kind is ItemKind.GOLD)
    assert gold.original == gold.perturbed and gold.right == {"same": 0}
    check = next(item for item in drawn.items if item.kind is ItemKind.ATTENTION)
    option = ("Yes", "No")[check.right["same"]]
    assert f"“{option}”" in check.perturbed["text"]


def test_drawing_again_draws_the_same_and_another_seed_others(workspace: Workspace) -> None:
    save_toy(workspace, 80)
    designs = (small_design(), small_design(), replace(small_design(), seed=1))
    ids = [sorted(item.id for item in drawn_items(workspace, design, workers=1).items) for design in designs]
    assert ids[0] == ids[1] != ids[2]


def test_a_perturbation_that_changes_nothing_is_named(workspace: Workspace) -> None:
    save_toy(workspace)
    design = small_design()
    parts = (replace(design.parts[0], perturbations=("word_repetition", "singular_plural_verbs")), design.parts[1])
    with pytest.raises(BadInput, match="Part 'one': singular_plural_verbs changes nothing in toy; take it out"):
        drawn_items(workspace, replace(design, parts=parts), workers=1)


def test_what_the_workspace_lacks_is_named(workspace: Workspace) -> None:
    save_toy(workspace)
    design = small_design()
    for data, said in (("tay/test", "no data set 'tay'; did you mean toy"), ("toy/dev", "no split 'dev'")):
        parts = (replace(design.parts[0], data=(data,)),)
        with pytest.raises(BadInput, match=said):
            drawn_items(workspace, replace(design, parts=parts), workers=1)


def test_few_samples_are_drawn_in_several_versions_and_said_to_be(workspace: Workspace) -> None:
    save_toy(workspace, 10)
    drawn = drawn_items(workspace, small_design(participants=8, each=6, k=2), workers=1)
    real = [item for item in drawn.items if item.kind is ItemKind.REAL and item.part == "one"]
    assert len({item.id for item in real}) == len(real) == 24
    assert max(Counter(item.sample_id for item in real).values()) <= 4  # 8 participants, 2 for each
    assert [note for note in drawn.notes if "unchanged texts" in note]
