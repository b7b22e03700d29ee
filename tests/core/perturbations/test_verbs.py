"""Verb tense and number by tables worked by hand, the papers' examples among them, and over any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.severity import Severity, Unit, pps
from data.lexicon.resources import perturber
from tests.core.strategies import TEXTS

NUMBER = """
What does a barometer measure? | What do a barometer measure?
The tool measures the pressure. | The tool measure the pressure.
The girls need the money. | The girls needs the money.
He is tall. | He are tall.
They are here. | They is here.
She was late. | She were late.
The girls were late. | The girls was late.
There is a fish in the sea. | There are a fish in the sea.
He has gone home. | He have gone home.
They have two children. | They has two children.
The man who sells cars is rich, | The man who sells cars are rich, ;; The man who sell cars is rich,
Is he here? | Are he here?
Where do they live? | Where does they live?
How many people live in Rome? | How many people lives in Rome?
He doesn't know him. | He don't know him.
It isn't good. | It aren't good.
the film does n't work . | the film do n't work .
IS IT TRUE? | ARE IT TRUE?
John and Mary need money. | John and Mary needs money.
Offers a persuasive look at life . | Offer a persuasive look at life .
A number of people think so. | A number of people thinks so.
The owner of the cars has a dog. | The owner of the cars have a dog.
She is well-known and well-made. | She are well-known and well-made.
I am happy. |
I'm happy. |
You are here. |
We were tired. |
Are you sure? |
It's a good film. |
They're here. |
She went home. |
He can swim. |
He makes me laugh and you have to see it. | He make me laugh and you have to see it.
It makes the jokes about men and women seem fun. | It make the jokes about men and women seem fun.
What species needs the most water? | What species need the most water?
What does a farrier put shoes on? | What do a farrier put shoes on?
They built little green houses. |
What two radio shows in Rome won a prize? |
how long was i love lucy | how long were i love lucy
Name a film with Tom Cruise. |
To be or not to be. |
Blue skies over Berlin. |
"""
TENSE = """
The maker that recently sold a shop is here. | The maker that recently sold a shop was here.
The tool that will be the best is here. | 
It failed in 1955. |
In May 1955, it failed. |
It failed last week. |
It is now here. |
She starts where it left off. | She started where it left off.
how long was i love lucy on tv | how long is i love lucy on tv
Why in tennis are zero points called love? | Why in tennis were zero points called love?
The tool measures the pressure. | The tool measured the pressure.
She went home. | She goes home.
They went home. | They go home.
I went home. | I go home.
The owner of the cars bought a boat. | The owner of the cars buys a boat.
The owners of the car bought a boat. | The owners of the car buy a boat.
John and Mary bought a boat. | John and Mary buy a boat.
John, my brother, left. | John, my brother, leaves.
He is going home. | He was going home.
He was going home. | He is going home.
I was going home. | I am going home.
They were going home. | They are going home.
I'm going home. | I was going home.
he's going home | he was going home
They're going home. | They were going home.
it 's a good film . | it was a good film .
What 's the capital of France ? | What was the capital of France ?
It isn't good. | It wasn't good.
They weren't here. | They aren't here.
He doesn't know him. | He didn't know him.
He didn't know him. | He doesn't know him.
They don't know him. | They didn't know him.
they did n't know him . | they do n't know him .
What does it mean? | What did it mean?
How did Hawaii become a state ? | How does Hawaii become a state ?
Where did the boys go ? | Where do the boys go ?
Who invented the telephone? | Who invents the telephone?
He has a car. | He had a car.
They had a car. | They have a car.
He had a car. | He has a car.
We have to go. | We had to go.
He does his work. | He did his work.
HE IS HERE. | HE WAS HERE.
Is he here? | Was he here?
The film makes you think. | The film made you think.
A film directed by a friend is here. | A film directed by a friend was here.
A lot of people came. | A lot of people come.
Why was the town of Bonn , north of here , called Bonna ? | Why is the town of Bonn , north of here , called Bonna ?
What is the man they called ? | What was the man they called ?
He can see the owner who left. | He can see the owner who leaves.
The house of the owners who left is big. | The house of the owners who left was big.
A bird mimics the call. | A bird mimicked the call.
If he was here, I would go. |
What did he do ? | What does he do ?
Did they go or did they not have it ? | Do they go or did they not have it ? ;; Did they go or do they not have it ?
The firm (news, people) fell. | The firm (news, people) falls.
( Mary ) fell . | ( Mary ) falls .
Where are the bus stops ? | Where were the bus stops ?
Which books of this kind does he want ? | Which books of this kind did he want ?
They don 't sleep . |
You will know it when you see it. |
If I were you, I would go. |
I wish he was here. | I wished he was here.
He has gone home. |
Has he gone home? |
They had gone home. |
He can swim and will win. |
He used to swim. |
He came two days ago. |
Let's go. |
The boy's bike |
Name a film with Tom Cruise. |
Don't go there! |
A film directed by a friend. |
Blue skies over Berlin. |
"""
ALL = """
He started slow but ended up winning | He starts slow but ends up winning
They came, saw and conquered. | They come, see and conquer.
He sings, she danced and we listen. | He sang, she dances and we listened.
She can swim. |
"""
WORDS = [
    "is",
    "was",
    "n't",
    "do",
    "did",
    "never",
    "I",
    "he",
    "who",
    "that",
    "men",
    "of",
    "go",
    "goes",
    "left",
    ",",
    "and",
]
WORDS += ["'s", "the", "?", ".", "to", "had", "wish", "if"]


def pairs(table: str) -> list[tuple[str, str]]:
    rows = (line.partition("|") for line in table.strip().splitlines())
    return [(source.strip(), expected.strip()) for source, _, expected in rows]


def changed(text: str, name: str, severity: Severity, seed: int = 0) -> str:
    made = perturber().text(text, name, severity, seed, key=text)
    return made.perturbed if made else ""


@pytest.mark.parametrize(("source", "expected"), pairs(NUMBER))
def test_number_by_hand(source: str, expected: str) -> None:
    got = {changed(source, "singular_plural_verbs", pps(1), seed) for seed in range(20)}
    assert got == set(expected.split(" ;; "))


@pytest.mark.parametrize(("source", "expected"), pairs(TENSE))
def test_tense_by_hand(source: str, expected: str) -> None:
    got = {changed(source, "verb_tense", pps(1), seed) for seed in range(20)}
    assert got == set(expected.split(" ;; "))


GOES_TOGETHER = """
The film is good. | The film was good.
The film is good but it is long. |
Scientists know whether it has flaws or is safe. |
The jabs it employs are short. |
She said it is late. | She said it was late.
He said so on Tuesday. |
At midnight on Wednesday they said no. |
I know several people she kissed. |
Stars rotate to keep their shape. |
What is die-casting ? |
What are solar cells ? |
Who was the envoy during the 1956 uprising ? |
In which year was it excluded ? |
Dozens killed in Rome |
It was founded by monks. |
A man is playing a flute. | A man was playing a flute.
It is good. I love it. |
I loved it. |
Japan revises its growth |
Tom and Ann rejected it. |
What chapter has the most verses ? |
Three sheep on a dirt road viewed from a car. |
The 139th supported him and fought in two battles. |
Websites run by him |
Hubble is a telescope. |
Drug use has benefits. |
It vanished on Oct. 2, 1999. |
He told us on many occasions. |
She said the exercise went well. |
She said the exercise goes well. | She said the exercise went well.
"It is good," he said. |
What year am I in ? |
Two dairy cows drinking from a pond. |
The opera "Aida" is a work by Verdi. |
It seems that the killer stages murders. |
How old is Tom Jones ? |
The story 's pathetic and the gags are puerile . |
The Sears Tower has 110 stories. |
There are seven continents. |
The airport is in London. |
Who was the 16th President ? |
A bad film is a bad film. |
The band made several songs on three occasions. |
It is good. She loved it. | It was good. She loved it. ;; It is good. She loves it.
Feels like a cold soup. |
Quickly warms the soup. |
A look at the soups we cook. |
The cook is skilled and practices a lot. |
Proves that the soups need no salt. |
It is odd how Ann channels the cook. |
The aim of a cook is to please. |
Jim Rogers succeeded Tom. |
The cook left because of the soup. |
Russian cook murdered. |
Warm soups told with care. |
As a young cook, he toured the city. |
Lee was the cook of the king. |
Lee is Norwegian. |
Peru is on the coast. |
The valley borders on Peru. |
Lima lies north of Ica. |
The current cook is old. |
The soup is cold. Try it. |
What was the cook 's name ? |
The soup lasted 5 minutes. |
The cook did not answer. |
But it does. |
A tale of the knots life tosses at them . |
While the trial judders to a halt, the cook is safe. |
-lrb- rises -rrb- above its soup . |
The two meet in town , and the plot begins . |
RT @cook: the soup is cold |
im sure the soup is cold |
The soup was cold. | The soup is cold.
The cook sold the soup. | The cook sells the soup.
She sells soup. | She sold soup.
She weaves baskets. | She wove baskets.
She bids for it. | She bid for it.
"""


@pytest.mark.parametrize(("source", "expected"), pairs(GOES_TOGETHER))
def test_a_tense_changes_where_its_text_goes_with_it(source: str, expected: str) -> None:
    got = {changed(source, "verb_tense.careful", pps(1), seed) for seed in range(20)}
    assert got == set(expected.split(" ;; "))


def test_all_verbs_of_a_sentence_change_or_none() -> None:
    assert changed("He goes home and eats.", "verb_tense.careful", pps(2)) == "He went home and ate."


@pytest.mark.parametrize(("source", "expected"), pairs(ALL))
def test_every_tense_by_hand(source: str, expected: str) -> None:
    assert changed(source, "swap_verb_tense", Severity(Unit.PERCENT_WORDS, 100)) == expected


def test_coordinated_verbs_change_together_where_the_amount_allows() -> None:
    text = "He goes home and eats, but they played."
    assert {changed(text, "verb_tense", pps(1), seed) for seed in range(20)} == {
        "He goes home and eats, but they play."
    }
    both = {changed(text, "verb_tense", pps(2), seed) for seed in range(20)}
    assert both == {"He went home and ate, but they played.", "He went home and eats, but they play."}
    assert changed(text, "verb_tense", pps(3)) == "He went home and ate, but they play."


def test_white_space_and_curly_apostrophes_stay() -> None:
    assert changed("It  isn’t\tgood .\n", "verb_tense", pps(1)) == "It  wasn’t\tgood .\n"
    assert changed("It’s\u00a0 good\n", "verb_tense", pps(1)) == "It was\u00a0 good\n"
    assert changed("It  isn’t\tgood .\n", "singular_plural_verbs", pps(1)) == "It  aren’t\tgood .\n"


@settings(max_examples=200)
@given(words=st.lists(st.sampled_from(WORDS)), text=TEXTS)
def test_any_text_is_taken(words: list[str], text: str) -> None:
    for source in (" ".join(words), text):
        for name in ("verb_tense", "verb_tense.careful", "singular_plural_verbs"):
            made = perturber().text(source, name, pps(4), 0, key="k")
            assert made is None or (made.source == source and made.applied and len(made.edits) <= 4)
