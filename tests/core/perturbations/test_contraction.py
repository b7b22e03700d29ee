"""contraction by a table worked by hand: what is contracted, what a careful writer leaves, and how text is spelled."""

import pytest

from core.rewrite import Piece
from core.severity import Severity, Unit
from core.text.casing import lowered
from data.lexicon.resources import perturber

ALL = Severity(Unit.PERCENT_WORDS, 100)

CONTRACTED = """
They are coming, run! | They're coming, run!
He will not go. | He won't go.
He has gone. | He's gone.
It is a good film. | It's a good film.
I am not angry, not at all. | I'm not angry, not at all.
You had better go. | You'd better go.
He would rather not. | He'd rather not.
I cannot see it. | I can't see it.
You can not help it. | You can't help it.
You shall not pass. | You shan't pass.
She will not. | She won't.
I do not | I don't
They are not here. | They aren't here.
Is not it good? | Isn't it good?
It had not rained. | It hadn't rained.
We have often seen it. | We've often seen it.
That is why I left. | That's why I left.
It is because of you. | It's because of you.
Here is the answer. | Here's the answer.
There is no way out. | There's no way out.
A man who is lost and a film that has been forgotten. | A man who's lost and a film that's been forgotten.
What is an atom? | What's an atom?
What is it like? | What's it like?
Where is the museum? | Where's the museum?
Let us go. | Let's go.
They are back. | They're back.
I think he is in the house. | I think he's in the house.
You are as good as she is at chess. | You're as good as she is at chess.
I wonder what they are doing. | I wonder what they're doing.
He will be there if she will. | He'll be there if she will.
I like it and I have seen it. | I like it and I've seen it.
"""

LEFT = """
I know what they are.
They are.
He has a car.
We have to go.
I have mixed feelings.
It has limited appeal.
Who has the best car?
the man he is today
how good it is to see you
all there is to say
That is, of course.
What is it?
Do NOT touch it.
IT has changed.
My wife and I have seen it.
Most of you have seen it.
Could they have gone?
Had they been there?
You couldn't have known.
Let us know.
The film is not only bad.
He did nothing.
The film is good.
"""


def contracted(text: str, seed: int = 0, percent: float = 100) -> str | None:
    made = perturber().text(text, "contraction", Severity(Unit.PERCENT_WORDS, percent), seed, key=text)
    return made.perturbed if made else None


@pytest.mark.parametrize("line", CONTRACTED.strip().split("\n"))
def test_what_is_said_together_is_contracted(line: str) -> None:
    text, _, wanted = line.partition(" | ")
    assert contracted(text) == wanted


@pytest.mark.parametrize("text", LEFT.strip().split("\n"))
def test_what_keeps_its_stress_is_left_alone(text: str) -> None:
    assert contracted(text) is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("they are coming , run !", "they 're coming , run !"),
        ("it will not work .", "it wo n't work ."),
        ("it can not work .", "it ca n't work ."),
        ("you cannot , ever .", "you ca n't , ever ."),
        ("let us go .", "let 's go ."),
    ],
)
def test_text_cut_into_tokens_stays_so(text: str, wanted: str) -> None:
    assert contracted(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I AM NOT ANGRY", "I'M NOT ANGRY"),
        ("THEY WILL NOT GO", "THEY WON'T GO"),
        ("Will not go.", "Won't go."),
        ("They couldn’t know, but we have tried.", "They couldn’t know, but we’ve tried."),
    ],
)
def test_case_and_apostrophe_are_those_of_the_text(text: str, wanted: str) -> None:
    assert contracted(text) == wanted


def test_an_edit_takes_no_more_than_what_changes() -> None:
    made = perturber().text("If they are coming, I will not go.", "contraction", ALL, 0)
    assert made is not None
    assert made.edits == (Piece(7, 11, "'re"), Piece(22, 30, "won't"))


def test_a_part_of_the_words_is_a_part_of_the_places() -> None:
    text = "They are coming and it is raining."  # 14 % of 7 words is one word
    made = {contracted(text, seed, 100 / 7) for seed in range(30)}
    assert made == {"They're coming and it is raining.", "They are coming and it's raining."}


def test_a_character_whose_small_form_is_longer_moves_nothing() -> None:
    assert lowered("İs It") == "İs it"
    assert lowered("IS It") == "is it"
