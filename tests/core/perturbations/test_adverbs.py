"""insert_adv by hand: where the adverb goes, which kind it is, and where none is wanted."""

import re

import pytest

from core.perturbations.sentence.adverbs import ABLE, CERTAIN, EXACT, MANNER, NEUTRAL, OPENING, ORDERED, QUICK
from core.severity import Severity, Unit
from core.text.realised import realised
from data.lexicon.resources import perturber

KINDS = {
    "manner": MANNER, "quick": QUICK, "able": ABLE, "sure": CERTAIN, "open": NEUTRAL, "asked": EXACT,
    "exact": EXACT[:2], "first": OPENING, "order": ORDERED,
}  # fmt: skip

PLACES = """
He <manner> jumped the fence
The cat <quick> jumped the fence
She has <sure> seen it.
He can <able> run.
The film is <sure> good.
THE FILM IS <sure> GOOD
He <sure> plays in AI robot.
It is <sure> a film and it <sure> works.
it 's <sure> a good film .
It is <sure> not good.
He <sure> did not know.
He <sure> isn't here.
They will <sure> come.
It <sure> can not be true .
He <sure> always sleeps.
The film is <sure> very long.
I <sure> know what they <sure> are.
He is <sure> as good as she <sure> is.
What <asked> is an atom ?
Where <exact> does he live?
What year exactly did it sink?
How far exactly is it from here?
Who <open> invented the radio?
Did you <open> see it?
Is he <open> good?
If he <open> wins, we <sure> lose.
Nobody <open> knows.
A film <sure> made by her.
A film to <open> see.
"""

NONE = """
No spare cables provided.
He has ever seen it.
a film
Good.
He probably sleeps.
You had better go.
Let's go.
Is it?
Yes.
"""


def added(text: str, seed: int = 0, percent: float = 100) -> str | None:
    made = perturber().text(text, "insert_adv", Severity(Unit.PERCENT_WORDS, percent), seed, key=text)
    return made.perturbed if made else None


@pytest.mark.parametrize("wanted", PLACES.strip().split("\n"))
def test_the_adverb_goes_where_english_has_one(wanted: str) -> None:
    parts = re.split(r"<(\w+)>", wanted)
    pattern = "".join("(?i:" + "|".join(KINDS[p]) + ")" if i % 2 else re.escape(p) for i, p in enumerate(parts))
    text = re.sub(r"<\w+> | exactly", "", wanted)
    made = {added(text, seed) for seed in range(20)}
    assert all(one is not None and re.fullmatch(pattern, one) for one in made), made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Watch this film.", {"Simply watch this film.", "Just watch this film."}),
        ("Name the capital of France.", {"Simply name the capital of France.", "Just name the capital of France."}),
    ],
)
def test_an_order_gives_its_capital_to_the_adverb(text: str, made: set[str | None]) -> None:
    assert {added(text, seed) for seed in range(20)} == made


@pytest.mark.parametrize("text", NONE.strip().split("\n"))
def test_without_a_place_it_is_not_applicable(text: str) -> None:
    assert added(text) is None


def test_no_adverb_comes_twice_while_others_are_left() -> None:
    text = "It is good and it is long and it is loud and it is old."
    for seed in range(20):
        words = (added(text, seed) or "").split()
        assert len([word for word in words if word in CERTAIN]) == len(set(words) & set(CERTAIN)) == 4


def test_a_part_of_the_words_is_a_part_of_the_places() -> None:
    text = "It is good and it is long"  # 14 % of 7 words is one adverb
    severity = Severity(Unit.PERCENT_WORDS, 100 / 7)
    made = [perturber().text(text, "insert_adv", severity, seed) for seed in range(20)]
    assert all(rewrite and realised(rewrite, Unit.PERCENT_WORDS) == pytest.approx(100 / 7) for rewrite in made)


def test_a_long_text_ends() -> None:
    made = perturber().text("He says that it is good . " * 16_000, "insert_adv", Severity(Unit.PERCENT_WORDS, 100), 0)
    assert made is not None
    assert len(made.edits) == 32_000
