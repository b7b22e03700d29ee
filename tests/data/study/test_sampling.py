"""Drawing a study's items: evenly over cells, each source once while there are others, and what can't be said so."""

from collections import Counter
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField
from curation.study.design import KnownItem
from curation.study.records import ItemKind
from data.datasets.stored import read_samples, save_dataset
from data.study.extra_items import extra_items
from data.study.sampling import drawn_items
from data.study.studies import Studies
from data.workspace import Workspace
from tests.data.study.study_data import save_toy, small_design, toy_texts


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


def test_checks_and_gold_of_ones_own_are_among_what_everybody_sees(workspace: Workspace) -> None:
    save_toy(workspace, 80)
    design = small_design()
    own = {
        "own_checks": (KnownItem("Read.", "Say no.", {"same": 1}),),
        "own_gold": (KnownItem("A lamp.", "A river.", {"same": 1}, "old"),),
        "check_text": "Here press {answers}, please.",
    }
    part = replace(design.parts[0], **own)  # type: ignore[arg-type]
    studies = Studies(workspace)
    study = studies.open(studies.create(replace(design, parts=(part, design.parts[1])), workers=1))
    checks = [item for item in study.items.values() if item.kind is ItemKind.ATTENTION]
    said = {item.perturbed["text"]: item.right["same"] for item in checks}
    assert said.pop("Say no.") == 1
    [(text, right)] = said.items()
    assert text == f"Here press “{('Yes', 'No')[right]}”, please."
    gold = next(i for i in study.items.values() if i.kind is ItemKind.GOLD and i.perturbed["text"] == "A river.")
    assert (gold.gold_label, dict(gold.right)) == ("old", {"same": 1})
    session = study.session(study.invite(1)[0].token)
    assert session
    seen = [step.item.id for step in session.steps() if step.item and step.item.part == "one"]
    assert len(seen) == part.items_each + 1 and gold.id in seen


def test_no_id_tells_what_is_a_check(workspace: Workspace) -> None:
    """Who has the program and the design can compute the ids that items are drawn with."""
    save_toy(workspace, 80)
    drawn, studies = drawn_items(workspace, small_design(), workers=1), Studies(workspace)
    made = [studies.open(studies.create(small_design(), workers=1)).items for _ in range(2)]
    ids = [{item.id for item in drawn.items}, *map(set, made)]
    assert ids[0] & ids[1] == ids[0] & ids[2] == ids[1] & ids[2] == set()
    assert len(ids[0]) == len(ids[1]) == len(ids[2])
    assert {len(id_) for id_ in ids[1]} == {20}
    texts = [sorted(item.perturbed["text"] for item in items.values()) for items in made]
    assert texts[0] == texts[1]


def test_a_perturbation_that_changes_nothing_is_named(workspace: Workspace) -> None:
    save_toy(workspace)
    design = small_design()
    parts = (replace(design.parts[0], perturbations=("word_repetition", "singular_plural_verbs")), design.parts[1])
    with pytest.raises(BadInput, match="Part 'one': singular_plural_verbs changes nothing in toy; remove it"):
        drawn_items(workspace, replace(design, parts=parts), workers=1)
    samples = [replace(s, dataset="tay", id="") for s in toy_texts(10)]
    save_dataset(workspace, DatasetCard("tay", Task.CLASSIFICATION, ("old", "new"), ("text",), {}), samples)
    parts = (replace(parts[0], data=("toy/test", "tay/test")),)
    with pytest.raises(BadInput, match="singular_plural_verbs changes nothing in toy or tay; remove it"):
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
    assert set(Counter(item.sample_id for item in real).values()) <= {2, 3}  # as evenly as 24 of 10 can be
    assert [note for note in drawn.notes if "unchanged texts" in note]


def test_no_participant_can_see_two_versions_of_one_sample(workspace: Workspace) -> None:
    save_toy(workspace, 10)
    drawn = drawn_items(workspace, small_design(participants=2, each=20, k=2), workers=1)  # each sees every item
    real = [item.sample_id for item in drawn.items if item.kind is ItemKind.REAL and item.part == "one"]
    assert len(set(real)) == len(real) == 10
    assert "“First” has only 10 perturbed samples instead of 20" in drawn.notes[0]


def test_what_does_not_come_out_even_is_shared_out_over_data_sets_and_severities(workspace: Workspace) -> None:
    save_toy(workspace, 80)
    for name in ("tay", "tiy"):
        samples = [replace(s, dataset=name, id="") for s in toy_texts(40)]
        save_dataset(workspace, DatasetCard(name, Task.CLASSIFICATION, ("old", "new"), ("text",), {}), samples)
    design = small_design(participants=9, each=4, k=2)  # 18 items over 12 cells
    part = replace(design.parts[0], data=("toy/test", "tay/test", "tiy/test"))
    items = drawn_items(workspace, replace(design, parts=(part,)), workers=1).items
    real = [item for item in items if item.kind is ItemKind.REAL]
    for trait in ("dataset", "severity", "perturbation"):
        counts = Counter(getattr(item, trait) for item in real).values()
        assert max(counts) == min(counts)


def test_two_splits_of_one_data_set_are_two_places_to_draw_from(workspace: Workspace) -> None:
    texts = toy_texts(40)
    halves = [replace(s, split="test" if n % 2 else "dev", id="") for n, s in enumerate(texts)]
    save_dataset(workspace, DatasetCard("toy", Task.CLASSIFICATION, ("old", "new"), ("text",), {}), halves)
    design = small_design(participants=4, each=4, k=2)
    part = replace(design.parts[0], data=("toy/test", "toy/dev"))
    items = drawn_items(workspace, replace(design, parts=(part,)), workers=1).items
    assert Counter(item.split for item in items if item.kind is ItemKind.REAL) == {"test": 4, "dev": 4}


def test_the_label_of_a_tagged_text_is_told_as_its_entities(workspace: Workspace) -> None:
    tags = ("B-PER", "I-PER", "O", "O", "O", "B-LOC", "O")
    texts = [f"Ada Byron went often to {place} ." for place in ("Paris", "London", "Vienna", "Rome", "Bern", "Oslo")]
    samples = [Sample("ner", "test", (TextField("text", text),), "", tags=tags) for text in texts]
    save_dataset(workspace, DatasetCard("ner", Task.TAGGING, ("O", *set(tags)), ("text",), {}), samples)
    design = small_design(participants=2, each=2, k=2)
    part = replace(design.parts[0], data=("ner/test",), perturbations=("word_repetition",), severities=("pps-1",))
    items = drawn_items(workspace, replace(design, parts=(part,)), workers=1).items
    labels = {item.gold_label for item in items if item.kind is not ItemKind.TRAINING}
    assert all(label.startswith("Ada Byron PER, ") and label.endswith(" LOC") for label in labels)


def test_each_check_and_unchanged_text_is_of_a_sample_of_its_own(workspace: Workspace) -> None:
    save_toy(workspace)
    design = small_design()
    part = replace(design.parts[1], checks=3, gold=2)
    made, notes = extra_items(workspace, part, 0, Counter())
    kinds = Counter(item.kind for item in made)
    assert (kinds[ItemKind.ATTENTION], kinds[ItemKind.GOLD], notes) == (3, 2, [])
    assert len({item.sample_id for item in made}) == 5 and {item.dataset for item in made} == {"toy"}
    assert all(item.gold_label in ("old", "new") for item in made)


def test_a_check_for_which_no_sample_is_left_has_its_own_words_alone(workspace: Workspace) -> None:
    save_toy(workspace)
    part = replace(small_design().parts[1], checks=1, gold=0)
    used = Counter({("toy", sample.id): 1 for sample in read_samples(workspace, "toy", "test")})
    [check] = [one for one in extra_items(workspace, part, 0, used)[0] if one.kind is ItemKind.ATTENTION]
    assert check.original == check.perturbed and list(check.original) == ["text"]
    assert (check.dataset, check.split, check.sample_id, check.gold_label) == ("", "", "", "")


def test_texts_with_as_many_changes_as_their_severity_says_are_drawn_first_and_others_are_counted(
    workspace: Workspace,
) -> None:
    short = [Sample("toy", "test", (TextField("text", f"Lamp {n}."),), "old") for n in range(20)]
    long = toy_texts(6)
    save_dataset(workspace, DatasetCard("toy", Task.CLASSIFICATION, ("old", "new"), ("text",), {}), [*short, *long])
    design = small_design(participants=2, each=4, k=1)  # 8 items
    part = replace(design.parts[0], perturbations=("word_repetition",), severities=("pps-3",), checks=0, gold=0)
    drawn = drawn_items(workspace, replace(design, parts=(part,)), workers=1)
    edits = Counter(item.edits for item in drawn.items if item.kind is ItemKind.REAL)
    assert edits[3] == 6 and edits.total() == 8
    [note] = drawn.notes
    assert "some texts have fewer changes than their severity asks for: 2 of " in note


def test_of_a_large_split_four_hundred_samples_are_perturbed(workspace: Workspace) -> None:
    save_toy(workspace, 401)
    drawn_items(workspace, small_design(), workers=1)
    assert {pq.read_metadata(path).num_rows for path in workspace.variants.rglob("*.parquet")} == {400}
