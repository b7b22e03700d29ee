"""Who decided, without the name."""

from dataclasses import replace

from core.records import CuratedSample
from curation.resolve import MAJORITY
from curation.sharing.pseudonyms import Pseudonyms
from tests.data.store.store_data import decision

SAMPLE = CuratedSample("c", "s", "thing", False, ("bob",))


def test_people_are_numbered_by_their_first_decisions_and_notes_are_left_out() -> None:
    made = [decision("c", annotator="bob", minute=2), decision("d", annotator="ann", minute=1, note="for Cat")]
    names = Pseudonyms.of(made)
    assert names.names == {"ann": "A1", "bob": "A2"}
    assert names.of_person("bob") == "A2"
    assert names.of_decision(made[1]) == replace(made[1], annotator="A1", note="")
    assert Pseudonyms().of_decision(made[1]) == made[1]


def test_a_curated_sample_names_nobody_and_a_majority_stays_one() -> None:
    names = Pseudonyms({"ann": "A1", "bob": "A10", "cat": "A2"})
    told = names.of_sample(replace(SAMPLE, annotators=("bob", "cat"), doubted_by=("bob", "cat"), settled_by="cat"))
    assert told == replace(SAMPLE, annotators=("A2", "A10"), doubted_by=("A2", "A10"), settled_by="A2")
    assert names.of_sample(SAMPLE).settled_by == ""
    assert names.of_sample(replace(SAMPLE, annotators=("ann", "bob"), settled_by=MAJORITY)).settled_by == MAJORITY
    assert Pseudonyms().of_sample(SAMPLE) == SAMPLE


def test_somebody_who_is_called_like_the_majority_gets_a_pseudonym_too() -> None:
    names = Pseudonyms({MAJORITY: "A1"})
    assert names.of_sample(replace(SAMPLE, annotators=(MAJORITY,), settled_by=MAJORITY)).settled_by == "A1"
