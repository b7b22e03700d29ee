"""Which known answers can be right for their samples."""

import pytest

from core.errors import BadInput
from core.records import Bounds, DatasetCard, Task, Verdict
from curation.quality.gold import KnownAnswer
from curation.quality.gold_lines import AskedSample, GoldLine, known_answers

QUESTIONS = DatasetCard("questions", Task.CLASSIFICATION, ("thing", "place"), ("text",), {})
PAIRS = DatasetCard("pairs", Task.SIMILARITY, (), ("one", "two"), {}, scale=Bounds(0, 5))
NAMES = DatasetCard("names", Task.TAGGING, ("PER", "LOC"), ("text",), {})
SAMPLES = {
    "question": AskedSample("thing", QUESTIONS),
    "pair": AskedSample("2.50", PAIRS),
    "name": AskedSample("O B-PER O", NAMES),
    "gone": AskedSample("thing"),
}


def known(*given: tuple[str, str, str]) -> dict[str, KnownAnswer]:
    lines = [GoldLine(n, id_, KnownAnswer(Verdict(verdict), label)) for n, (id_, verdict, label) in enumerate(given, 2)]
    return known_answers("g.csv", lines, SAMPLES.get)


@pytest.mark.parametrize(
    ("id_", "verdict", "label", "said"),
    [
        ("question", "relabel", "plase", "Line 2: 'plase' is not a label of 'questions'; choose one of thing, place."),
        ("question", "relabel", "", "Line 2: The gold answer 'relabel' of 'question' has no label"),
        (
            "question",
            "relabel",
            "thing",
            "Line 2: 'thing' is already the label in the data set; answer 'keep' instead.",
        ),
        ("question", "keep", "place", "Line 2: keep can't have a label; remove 'place'."),
        ("question", "skip", "", "Line 2: The gold answer of 'question' can't be 'skip'"),
        ("pair", "relabel", "5.1", "Line 2: The similarity 5.1 is outside the scale"),
        ("pair", "relabel", "high", "Line 2: The similarity 'high' is not a number"),
        ("pair", "relabel", "2.5", "Line 2: '2.50' is already the label in the data set"),
        ("name", "relabel", "O O", "Line 2: There are 2 tags for 3 words; give one tag for each word."),
        ("name", "relabel", "O O B-ORG", "Line 2: 'B-ORG' is not a tag of this data set"),
        ("gone", "relabel", "thing", "Line 2: 'thing' is already the label in the data set"),
        ("nowhere", "keep", "", "Line 2: there is no candidate 'nowhere' here"),
    ],
)
def test_what_nobody_could_answer_is_refused_with_its_line(id_: str, verdict: str, label: str, said: str) -> None:
    with pytest.raises(BadInput) as error:
        known((id_, verdict, label))
    assert str(error.value).startswith(f"Nothing was imported from 'g.csv'. {said}")


def test_an_answer_is_kept_as_the_desk_would_write_it() -> None:
    rows = [("pair", "relabel", "3.00"), ("name", "relabel", "O O B-LOC"), ("gone", "relabel", "any"),
            ("question", "discard", "")]  # fmt: skip
    assert {id_: answer.label for id_, answer in known(*rows).items()} == {
        "pair": "3", "name": "O O B-LOC", "gone": "any", "question": "",
    }  # fmt: skip
    assert known(("pair", "relabel", "0.25"))["pair"].label == "0.25"


def test_two_answers_to_one_sample_are_refused_and_the_same_twice_is_not() -> None:
    with pytest.raises(BadInput, match="Line 3: a line above gives this sample another answer"):
        known(("question", "keep", ""), ("question", "discard", ""))
    assert len(known(("question", "keep", ""), ("question", "keep", ""))) == 1


def test_of_many_wrong_lines_three_are_explained_and_the_others_numbered() -> None:
    with pytest.raises(BadInput, match=r"Line 4: .* 2 more lines are wrong: 5, 6\.$"):
        known(*[("question", "relabel", f"x{n}") for n in range(5)])
