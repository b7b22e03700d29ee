"""Tags follow the rewrite: hand-worked sentences, every registered perturbation, and a real data set."""

import re
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadInput
from core.perturbations.registry import Perturbation, find, perturbations
from core.records import Sample, Task, TextField
from core.rewrite import Piece, Rewrite
from core.text.entity_tags import followed
from core.text.tokens import word_spans
from data.formats import Format
from data.importing.checking import CheckReport, ImportPlan, open_planned, samples_of
from data.lexicon.resources import perturber
from tests.core.strategies import NASTY, WORDS

#        0    5   10    16    22 25  29
TEXT = "Anna Lee met Pierre near New York"
TAGS = ("B-PER", "I-PER", "O", "B-PER", "O", "B-LOC", "I-LOC")
IO = tuple(tag.replace("B-", "I-") for tag in TAGS)


def tagged(*edits: Piece, tags: tuple[str, ...] = TAGS, text: str = TEXT) -> str | None:
    """Tokens with their tags, as a person checks them."""
    rewrite = Rewrite.of(text, edits)
    found = followed(rewrite, tags)
    return None if found is None else spelled(rewrite, found)


def spelled(rewrite: Rewrite, tags: tuple[str, ...]) -> str:
    tokens = rewrite.perturbed.split()
    return " ".join(token if tag == "O" else f"{token}/{tag}" for token, tag in zip(tokens, tags, strict=True))


def legal(tags: tuple[str, ...]) -> bool:
    before = ("O", *tags)
    return all(not t.startswith("I-") or p in (t, f"B-{t[2:]}") for p, t in zip(before, tags, strict=False))


def test_nothing_changed() -> None:
    assert tagged() == "Anna/B-PER Lee/I-PER met Pierre/B-PER near New/B-LOC York/I-LOC"


def test_a_deleted_token_loses_its_tag_and_the_entity_still_begins() -> None:
    assert tagged(Piece(0, 5, "")) == "Lee/B-PER met Pierre/B-PER near New/B-LOC York/I-LOC"
    assert tagged(Piece(4, 8, "")) == "Anna/B-PER met Pierre/B-PER near New/B-LOC York/I-LOC"
    assert tagged(Piece(8, 12, "")) == "Anna/B-PER Lee/I-PER Pierre/B-PER near New/B-LOC York/I-LOC"


def test_a_repeated_token_copies_its_tag() -> None:
    end = "met Pierre/B-PER near New/B-LOC York/I-LOC"
    assert tagged(Piece(4, 4, " Anna")) == f"Anna/B-PER Anna/I-PER Lee/I-PER {end}"
    assert tagged(Piece(8, 8, " Lee")) == f"Anna/B-PER Lee/I-PER Lee/I-PER {end}"
    assert tagged(Piece(12, 12, " met")) == f"Anna/B-PER Lee/I-PER met {end}"
    assert tagged(Piece(29, 29, "York ")).endswith("near New/B-LOC York/I-LOC York/I-LOC")  # type: ignore[union-attr]
    assert tagged(Piece(13, 13, "Pierre ")).endswith("met Pierre/B-PER Pierre/I-PER near New/B-LOC York/I-LOC")  # type: ignore[union-attr]


def test_an_inserted_token_continues_the_entity_it_stands_in_and_is_outside_elsewhere() -> None:
    end = "met Pierre/B-PER near New/B-LOC York/I-LOC"
    assert tagged(Piece(5, 5, "really ")) == f"Anna/B-PER really/I-PER Lee/I-PER {end}"
    assert tagged(Piece(8, 8, " really")) == f"Anna/B-PER Lee/I-PER really {end}"
    assert tagged(Piece(0, 0, "@x9 ")) == f"@x9 Anna/B-PER Lee/I-PER {end}"
    assert tagged(Piece(33, 33, " !")) == f"Anna/B-PER Lee/I-PER {end} !"


def test_characters_changed_inside_a_token_keep_its_tag() -> None:
    found = tagged(Piece(0, 1, "@"), Piece(6, 8, "33"), Piece(9, 12, "MEETS"), Piece(19, 19, "e!"))
    assert found == "@nna/B-PER L33/I-PER MEETS Pierree!/B-PER near New/B-LOC York/I-LOC"


def test_a_split_token_is_two_parts_of_one_entity() -> None:
    assert tagged(Piece(15, 15, " ")) == "Anna/B-PER Lee/I-PER met Pi/B-PER erre/I-PER near New/B-LOC York/I-LOC"
    assert tagged(Piece(10, 10, " ")) == "Anna/B-PER Lee/I-PER m et Pierre/B-PER near New/B-LOC York/I-LOC"
    assert tagged(Piece(13, 19, "Saint Denis")).count("I-PER") == 2  # type: ignore[union-attr]


def test_tokens_of_one_kind_may_become_one_and_others_not() -> None:
    assert tagged(Piece(4, 5, "")) == "AnnaLee/B-PER met Pierre/B-PER near New/B-LOC York/I-LOC"
    assert tagged(Piece(28, 29, "-")).endswith("New-York/B-LOC")  # type: ignore[union-attr]
    assert tagged(Piece(8, 9, "")) is None
    assert tagged(Piece(19, 24, "'s")) is None
    two = ("B-PER", "B-PER", "O", "B-PER", "O", "B-LOC", "I-LOC")
    assert tagged(Piece(4, 5, ""), tags=two) is None, "two entities of one kind are different entities"


def test_an_edit_over_several_tokens_keeps_what_reads_the_same() -> None:
    text, tags = "I do not know a Pole", ("O", "O", "O", "O", "O", "B-MISC")
    assert tagged(Piece(0, 20, "I don't know a Pole"), text=text, tags=tags) == "I don't know a Pole/B-MISC"
    assert tagged(Piece(14, 20, "an Inuk"), text=text, tags=tags) == "I do not know an Inuk/B-MISC"
    assert tagged(Piece(9, 20, "know not a Pole"), text=text, tags=tags) == "I do not know not a Pole/B-MISC"
    assert tagged(Piece(14, 20, "Poles"), text=text, tags=tags) is None


def test_moved_tokens_begin_their_entity_where_it_is_taken_up() -> None:
    words = word_spans(TEXT)
    swapped = Rewrite.moved(TEXT, words, (1, 0, 2, 3, 4, 5, 6))
    assert spelled(swapped, followed(swapped, TAGS) or ()).startswith("Lee/B-PER Anna/I-PER met")
    apart = Rewrite.moved(TEXT, words, (6, 1, 0, 3, 5, 2, 4))
    assert spelled(apart, followed(apart, TAGS) or ()) == (
        "York/B-LOC Lee/B-PER Anna/I-PER Pierre/B-PER New/B-LOC met near"
    )


def test_tags_without_a_beginning_stay_so() -> None:
    assert tagged(tags=IO) == "Anna/I-PER Lee/I-PER met Pierre/I-PER near New/I-LOC York/I-LOC"
    assert tagged(Piece(5, 5, "really "), tags=IO) == (
        "Anna/I-PER really/I-PER Lee/I-PER met Pierre/I-PER near New/I-LOC York/I-LOC"
    )


def test_an_i_of_another_kind_is_an_entity_of_its_own() -> None:
    assert followed(Rewrite.of("a b c", ()), ("B-PER", "I-LOC", "I-LOC")) == ("B-PER", "B-LOC", "I-LOC")


def test_no_token_left_is_not_applicable() -> None:
    assert followed(Rewrite.of("Anna", [Piece(0, 4, "")]), ("B-PER",)) is None
    assert followed(Rewrite.of("", ()), ()) is None


def test_bad_tags_are_named() -> None:
    with pytest.raises(BadInput, match="2 tokens has 1 tags"):
        followed(Rewrite.of("Anna Lee", ()), ("B-PER",))
    with pytest.raises(BadInput, match="'NNP' is not O, B-… or I-…; convert"):
        followed(Rewrite.of("Anna Lee", ()), ("NNP", "O"))


KINDS = st.sampled_from(["O", "B-PER", "I-PER", "B-LOC", "I-LOC"])
TOKENS = st.one_of(WORDS, NASTY, st.sampled_from(["Anna", "Paris", "U.S.", "2.5", "well-made"])).filter(
    lambda token: not re.search(r"\s", token)
)


def repaired(tags: list[str], io: bool) -> tuple[str, ...]:
    made = ["O"]
    for tag in tags:
        follows = made[-1][1:] == tag[1:]
        made.append(tag.replace("B-", "I-") if io else tag if tag[0] != "I" or follows else f"B{tag[1:]}")
    return tuple(made[1:])


@pytest.mark.parametrize("wanted", perturbations(), ids=lambda p: p.name)
@settings(max_examples=25)
@given(st.lists(st.tuples(TOKENS, KINDS), min_size=1, max_size=14), st.booleans(), st.integers(0, 9))
def test_whatever_perturbs_the_tags_stay_legal(
    wanted: Perturbation, pairs: list[tuple[str, str]], io: bool, seed: int
) -> None:
    tags = repaired([tag for _, tag in pairs], io)
    sample = Sample("d", "s", (TextField("text", " ".join(token for token, _ in pairs)),), "", tags=tags)
    made = perturber().sample(sample, wanted.name, wanted.severities[-1], seed)
    if made is None:
        return
    found = followed(made.rewrites[0].rewrite, sample.tags)
    assert found is not None, "a sample whose tags can't follow is not applicable"
    assert len(found) == len([token for token in made.perturbed[0].text.split(" ") if token])
    kinds = {tag[2:] for tag in tags}
    assert {tag[2:] for tag in found} <= kinds | {""}
    if any(tag.startswith("B-") for tag in tags):
        assert legal(found)
    else:
        assert not any(tag.startswith("B-") for tag in found)


def test_a_sample_whose_tags_cannot_follow_is_not_applicable() -> None:
    """Subwords out of order make tokens of two entities, in some orders."""
    [probability] = find("subword_full_shuffle").severities
    tagging = Sample("d", "s", (TextField("text", "Wroclaw Szczecin"),), "", tags=("B-PER", "B-LOC"))
    plain = Sample("d", "s", tagging.fields, "", tags=("O", "O"))
    assert perturber().sample(plain, "subword_full_shuffle", probability, 0) is not None
    assert perturber().sample(tagging, "subword_full_shuffle", probability, 0) is None


def test_real_sentences_keep_their_entities(shared: Path) -> None:
    wikigold = shared / "datasets" / "wikigold" / "wikigold.conll.txt"
    plan = ImportPlan(wikigold, "wikigold", Task.TAGGING, "test", ("text",), "tags", Format.CONLL)
    samples = list(islice(samples_of(plan, open_planned(plan), CheckReport()), 0, 1600, 16))
    assert sum(tag.startswith("B-") for sample in samples for tag in sample.tags) > 100
    for wanted in perturbations():
        made = [(s, c) for s in samples if (c := perturber().sample(s, wanted.name, wanted.severities[0], 1))]
        for sample, candidate in made:
            found = followed(candidate.rewrites[0].rewrite, sample.tags)
            assert found is not None
            assert legal(found)
            assert len(found) == len(candidate.perturbed[0].text.split())
