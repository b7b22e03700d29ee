"""What samples of each task may be relabelled as."""

import pytest

from core.errors import BadInput
from core.records import Bounds, DatasetCard, Task
from curation.answers import check_answer, tag_set

TAGS = ("O", "B-LOC", "B-ROC", "B-PER", "I-PER")


def card(task: Task, labels: tuple[str, ...] = (), scale: Bounds | None = None) -> DatasetCard:
    return DatasetCard("d", task, labels, ("text",), {}, scale=scale)


@pytest.mark.parametrize("label", ["0", "5", "2.5", "5.0"])
def test_a_number_on_the_scale_is_taken(label: str) -> None:
    check_answer(label, "1", card(Task.SIMILARITY, scale=Bounds(0, 5)))


@pytest.mark.parametrize(
    ("label", "said"), [("-3", "from 0 to 5"), ("5.01", "from 0 to 5"), ("many", "not a number"), ("nan", "not a num")]
)
def test_what_is_not_on_the_scale_is_refused(label: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check_answer(label, "1", card(Task.SIMILARITY, scale=Bounds(0, 5)))


def test_without_a_scale_any_number_will_do() -> None:
    check_answer("-3", "1", card(Task.SIMILARITY))
    with pytest.raises(BadInput, match="not a number"):
        check_answer("inf", "1", card(Task.SIMILARITY))


@pytest.mark.parametrize("label", ["O O O", "B-PER I-PER O", "B-PER B-PER I-PER", "O I-LOC O".replace("I", "B")])
def test_a_tag_for_each_word_is_taken(label: str) -> None:
    check_answer(label, "O O O", card(Task.TAGGING, TAGS))


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("B-LOC", "1 tags for 3 words"),
        ("O O O O", "4 tags for 3 words"),
        ("O  O", "not a tag"),
        ("O B-ORG O", "'B-ORG' is not a tag"),
        ("O I-PER O", "'I-PER' can't follow 'O'; begin the entity with 'B-PER'"),
        ("I-PER O O", "'I-PER' can't follow 'O'"),
        ("B-LOC I-ROC O", "'I-ROC' can't follow 'B-LOC'"),
        ("B-LOC I-PER O", "begin the entity with 'B-PER'"),
    ],
)
def test_what_does_not_tag_of_these_words_is_refused(label: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check_answer(label, "O O O", card(Task.TAGGING, TAGS))


@pytest.mark.parametrize("task", [Task.CLASSIFICATION, Task.PAIR_CLASSIFICATION])
def test_a_class_is_one_of_the_data_sets_own_where_it_names_any(task: Task) -> None:
    check_answer("b", "a", card(task, ("a", "b")))
    check_answer("anything", "a", card(task, ()))
    with pytest.raises(BadInput, match="'anything' is not a label of 'd'; choose one of a, b"):
        check_answer("anything", "a", card(task, ("a", "b")))


def test_the_tags_of_a_data_set_go_by_kind() -> None:
    assert tag_set(["O", "B-PER", "B-LOC", "I-PER"]) == ("O", "B-LOC", "I-LOC", "B-PER", "I-PER")
    assert tag_set(["PER"]) == ("O", "B-PER", "I-PER")
