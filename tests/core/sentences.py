"""Sentences that every perturbation can change: names, places, numbers, words that contract, plain verbs.

Put together from small parts, so that hypothesis can draw many and shrink them; with noise in between, of which a
perturbation must keep its hands.
"""

from hypothesis import strategies as st

from tests.core.strategies import NASTY

NAMES = st.sampled_from(["John", "Mary", "Peter", "Susan", "Michael", "Emma"])
PLACES = st.sampled_from(["Paris", "London", "Berlin", "France", "Germany", "Canada"])
NUMBERS = st.one_of(st.integers(2, 99).map(str), st.sampled_from(["1987", "2,000", "3.5", "40"]))
ADJECTIVES = st.sampled_from(["old", "big", "terrible", "wonderful", "happy", "strange"])
THINGS = st.sampled_from(["houses", "cars", "doctors", "friends", "movies", "errors"])
CONTRACTED = st.sampled_from(["did not", "does not", "could not", "will not"])
BARE = st.sampled_from(["buy", "see", "believe", "remember", "receive", "know"])
BEGINNINGS = st.sampled_from(
    [
        "By the way, (as you know, of course,) I think that",
        "Well , well : and they are sure , you know , that",
        "We have heard, my friends, again and again, that",
        '"You," he said, "will see, I hope, that"',
    ]
)
JOINTS = st.sampled_from([" because ", ", and ", " , but ", "; "])
ENDS = st.sampled_from([".", " .", "!", " ?", "...", ""])
NOISE = st.one_of(st.just(""), st.just(""), NASTY, st.text(max_size=6))


@st.composite
def clauses(draw: st.DrawFn) -> str:
    """ "Mary did not buy 3 old houses in Paris", or that in the past or the present tense, or of more people."""
    name, place, number = draw(NAMES), draw(PLACES), draw(NUMBERS)
    thing = f"{number} {draw(ADJECTIVES)} {draw(THINGS)}"
    return draw(
        st.sampled_from(
            [
                f"{name} {draw(CONTRACTED)} {draw(BARE)} {thing} in {place}",
                f"the government of {place} is not selling {thing} to {name}",
                f"{name} bought {thing} in {place} and she is happy",
                f"it is true that {name} has seen {thing} in {place}",
            ]
        )
    )


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """One to three clauses; before, between and after them sometimes noise."""
    text = f"{draw(BEGINNINGS)} {draw(clauses())}"
    for _ in range(draw(st.integers(0, 2))):
        text += f"{draw(JOINTS)}{draw(clauses())}"
    before, after = draw(NOISE), draw(NOISE)
    return " ".join(part for part in (before, text + draw(ENDS), after) if part)
