"""Negation by a table worked by hand, one verb to change in each sentence, and over any text."""

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.severity import pps
from data.lexicon.resources import perturber
from tests.core.strategies import TEXTS

SHEET = Path(__file__).with_name("negation_sheet.tsv")

CHANGED = """
Parts of it are still dry. | Parts of it are no longer dry.
He still lives there. | He no longer lives there.
She has already left. | She has not yet left.
This place is pretty good. | This place is not very good.
It works pretty well. | It does not work very well.
They took part, too. | They did not take part, either.
He is tall as well. | He is not tall either.
It Was So Cool. | It Was Not So Cool.
Chinese Forgeries Abound! | Chinese Forgeries Do Not Abound!
Works as described. | Does not work as described.
Service stinks here! | Service does not stink here!
The bank cuts interest rates today. | The bank does not cut interest rates today.
Which Panthers back scored? | Which Panthers back did not score?
Has that order been sent? | Has that order not been sent?
Does Ham Station do not need it? | Does Ham Station need it?
You can win by not losing. | You cannot win by not losing.
It was good.....there was none. | It was not good.....there was none.
Please make camp possible. | Please do not make camp possible.
She was almost there. |
Speed and clarity increase in tandem . | Speed and clarity do not increase in tandem .
Differences over the war loom over a meeting. | Differences over the war do not loom over a meeting.
She does not know yet. |
They can't wait for it. |
What state has a lake named for it? | What state does not have a lake named for it?
Licenses granted to immigrants. |
Tokyo stocks close up. | Tokyo stocks do not close up.
Even kids deserve better. |
What on earth is he doing? |
It hurts the longer it goes on. | It does not hurt the longer it goes on.
He said so more than a week after he left. | He did not say so more than a week after he left.
They had, and have, friends. |
Two men brought home |
It was the worst I have seen. | It was not the worst I have seen.
The tool measures the pressure. | The tool does not measure the pressure.
They sleep at night. | They do not sleep at night.
She went home early. | She did not go home early.
He stopped the car. | He did not stop the car.
We panicked. | We did not panic.
They bought a house. | They did not buy a house.
It found a home. | It did not find a home.
He is tall. | He is not tall.
They are here. | They are not here.
I am happy. | I am not happy.
She was late. | She was not late.
We were tired. | We were not tired.
There is a fish in the sea. | There is not a fish in the sea.
He has gone home. | He has not gone home.
They have often seen it. | They have not often seen it.
She had left. | She had not left.
He has a car. | He does not have a car.
They have two children. | They do not have two children.
She had a dog. | She did not have a dog.
We had to go. | We did not have to go.
He does his work. | He does not do his work.
She did the dishes. | She did not do the dishes.
He did go home. | He did not go home.
I can see it. | I cannot see it.
I could see it. | I could not see it.
It will rain. | It will not rain.
You should have told me. | You should not have told me.
It might work. | It might not work.
You must leave now. | You must not leave now.
He will probably win. | He will probably not win.
I'm happy. | I'm not happy.
It's a good film. | It's not a good film.
They're here. | They're not here.
They'll come. | They will not come.
They've left. | They have not left.
She always works late. | She does not always work late.
He really likes it. | He does not really like it.
What planet is known as the red planet? | What planet is not known as the red planet?
Is he here? | Is he not here?
Did he go? | Did he not go?
Can you help me? | Can you not help me?
Have you seen it? | Have you not seen it?
What does a barometer measure? | What does a barometer not measure?
What year was he born? | What year was he not born?
Who invented the telephone? | Who did not invent the telephone?
Who discovered radium ? | Who did not discover radium ?
Who does the dishes? | Who does not do the dishes?
What is the capital of France? | What is not the capital of France?
Where is the Louvre? | Where isn't the Louvre?
Where is the Louvre ? | Where is n't the Louvre ?
Why are zero points called love? | Why are zero points not called love?
How many people live in Rome? | How many people do not live in Rome?
What will happen next? | What will not happen next?
Name a film with Tom Cruise. | Do not name a film with Tom Cruise.
Please give me the book. | Please do not give me the book.
It isn't good. | It is good.
Isn't it good? | Is it good?
They weren't late. | They were late.
He is not here. | He is here.
I don't know him. | I know him.
He doesn't know him. | He knows him.
She did not go home. | She went home.
She doesn't really like it. | She really likes it.
It does not measure pressure. | It measures pressure.
He didn't have to go. | He had to go.
He hasn't seen it. | He has seen it.
They won't come. | They will come.
I can't see it. | I can see it.
You cannot win. | You can win.
You can not win. | You can win.
I shouldn't go. | I should go.
Don't go there! | Go there!
Do not open the door. | Open the door.
Why doesn't it work? | Why does it work?
Didn't he go home? | Did he go home?
He never sleeps. | He sleeps.
I have never seen it. | I have seen it.
it 's a good film . | it 's not a good film .
it 's not a good film . | it 's a good film .
they do n't care . | they care .
the film does n't work . | the film works .
is n't it a good film ? | is it a good film ?
it wo n't work . | it will work .
you ca n't miss it . | you can miss it .
you can see it . | you can not see it .
they 'll come . | they will not come .
i 'm happy . | i 'm not happy .
what does it mean ? | what does it not mean ?
offers a persuasive look at life . | does not offer a persuasive look at life .
Nobody likes it. |
There is no hope. |
A film directed by a friend. |
To be or not to be. |
Blue skies over Berlin. |
He would rather go. |
It is not only good but great. |
It is not a comedy, nor a drama. |
It is not a comedy. Nor is he here. | It is a comedy. Nor is he here.
The sun rises in the east. | The sun does not rise in the east.
A barometer measures pressure. | A barometer does not measure pressure.
Filled with songs, the film works. | Filled with songs, the film does not work.
The point buried in the story makes sense. | The point buried in the story does not make sense.
So much did he eat. |
Where are diamonds mined ? | Where are diamonds not mined ?
Do not , under any circumstances . |
There are few moments of joy. |
It is, dare I say, a film. | It is not, dare I say, a film.
THEY SLEEP AT NIGHT. | THEY DO NOT SLEEP AT NIGHT.
THE FILM DOES N'T WORK. | THE FILM WORKS.
HE CAN SEE IT. | HE CANNOT SEE IT.
WHAT IS A PULSAR ? | WHAT IS NOT A PULSAR ?
THE RIVER ROSE LAST NIGHT. | THE RIVER DID NOT RISE LAST NIGHT.
What day was Green Hall 7 handed over? | What day was Green Hall 7 not handed over?
Where was Green Hall 7 built? | Where was Green Hall 7 not built?
What was the old bridge called by sailors? | What wasn't the old bridge called by sailors?
who is anna smith married to | who is anna smith not married to
Who did the Tigers beat in the final? | Who did the Tigers not beat in the final?
When did Santa Rosa last host a Big Concert? | When did Santa Rosa not last host a Big Concert?
What town did Green Hall 7 take place in? | What town did Green Hall 7 not take place in?
Where did the man who sold the boat live? | Where didn't the man who sold the boat live?
Don't! | Do!
Don't go! | Go!
You broke his will. | You did not break his will.
The might of the wave is plain. | The might of the wave is not plain.
It is a will of iron. | It is not a will of iron.
They 've sold it, all of it, yes. | They have not sold it, all of it, yes.
He bought Meet the Smiths. | He did not buy Meet the Smiths.
How's that for a start? |
how long was i love lucy |
Who designed the tower? | Who did not design the tower?
The council met in Rome on Sunday. | The council did not meet in Rome on Sunday.
Prices rose last year. | Prices did not rise last year.
Anna Smith also describes caves and springs. | Anna Smith also does not describe caves and springs.
More soldiers flee across the border. | More soldiers do not flee across the border.
The work is going well. | The work is not going well.
Prices last week fell two points and hit a new low. | Prices last week did not fall two points and hit a new low.
Which singer previously opened Green Hall? | Which singer previously did not open Green Hall?
Which letters stand for a nurse? | Which letters do not stand for a nurse?
Misty May gave her friend a book. | Misty May did not give her friend a book.
Wasted two hours. | Did not waste two hours.
She was better than all of us. | She was not better than all of us.
What team did St. Rose become ? | What team did n't St. Rose become ?
How many steps over six is the rule ? | How many steps over six is n't the rule ?
Where on this page can I find it ? | Where on this page can I not find it ?
The mayor has survived a vote. | The mayor has not survived a vote.
They opened a hall meant to last. | They did not open a hall meant to last.
Clashes with the police erupt in Rome. | Clashes with the police do not erupt in Rome.
What knighted actor plays him ? | What knighted actor does not play him ?
What late-night show features a goat ? | What late-night show does not feature a goat ?
What old city used to be called so ? | What old city did not use to be called so ?
"So it is ," said the owner . | "So it is not ," said the owner .
They live in Frankfurt am Main. | They do not live in Frankfurt am Main.
She scored 20 goals and 35 assists. | She did not score 20 goals and 35 assists.
They write what I do. | They do not write what I do.
He co-wrote a paper. | He did not co-write a paper.
The mayor, Anna Smith, opened the hall. | The mayor, Anna Smith, did not open the hall.
The vote had "failed" twice. | The vote had not "failed" twice.
The fire then spread to the hall. | The fire then did not spread to the hall.
But do you really like it? | But do you not really like it?
With Smith knocked out, Jones needed it. | With Smith knocked out, Jones did not need it.
They named the man charged as Noor. | They did not name the man charged as Noor.
It helps in apes, but not in people. |
The city orders small shops to close. | The city does not order small shops to close.
Who do Ann and Tom live next door to ? | Who do n't Ann and Tom live next door to ?
Yesterday, shares closed up 29 cents. |
Storm toll feared to hit 70 |
It worked for me | It did not work for me
Sales dropped by 3 percent. | Sales did not drop by 3 percent.
Asked to move, she left. | Asked to move, she did not leave.
Children think a lot about it. | Children do not think a lot about it.
Older painters favour brushes from squirrel hair. | Older painters do not favour brushes from squirrel hair.
The champion bit her rival 's ear . | The champion did not bite her rival 's ear .
The two firms merged in 1985. | The two firms did not merge in 1985.
The plan briefly covered 20 workers . | The plan briefly did not cover 20 workers .
Name one of the captain 's sons . | Do not name one of the captain 's sons .
Define the term ? | Do not define the term ?
Who was the No. 1 in tennis ? | Who was n't the No. 1 in tennis ?
The critics labelled it a failure. | The critics did not label it a failure.
It cut the cost twice. | It did not cut the cost twice.
The road was closed on Monday, the police said. | The road was not closed on Monday, the police said.
Yes, all of it. The old man said. | Yes, all of it. The old man did not say.
All in all, good. Yesterday, shares closed up 29 cents. |
As far as I can tell, it is new. | As far as I can tell, it is not new.
The singer went by the name of Gold. | The singer did not go by the name of Gold.
No spare parts provided. |
Excluding tax, prices rose by 2 percent. | Excluding tax, prices did not rise by 2 percent.
Queen Anna II abdicated in May. | Queen Anna II did not abdicate in May.
The Romans come from afar. | The Romans do not come from afar.
Young has two sons. | Young does not have two sons.
A small boat parked by a house. |
"""
WORDS = ["is", "not", "n't", "do", "does", "never", "can", "he", "who", "what", "go", "goes", ",", ".", "?", "it", "'s"]
PAIRS = [tuple(part.strip() for part in line.split("|")) for line in CHANGED.strip().splitlines()]


NATURAL = """
The film is the best here and Chambers the best there . |
Any doctor will tell you that . |
There is a lot of it . |
There were 659 women . |
The blast killed 10 people . |
Why was the zipper invented first ? |
Why are there 12 people ? |
He gets it , up from three . |
She condemned it , calling it an outrage . |
He told her that she left the shop. | He told her that she did not leave the shop.
She lost it when she left the shop. |
He was the first man who landed here. | He was not the first man who landed here.
The police who killed them are in town. | The police who killed them are not in town.
The bomb exploded, killing two. |
Buoyed by advice, he shot a goal. |
Yes , it is silly . |
It was wrong, and it was dangerous. |
It is so wrong that we are sure. |
It is wasting both water and money. |
It sat on a mat and slept. |
The bill also requires public hearings. | The bill does not require public hearings either.
NBC also is introducing three dramas. | NBC is not introducing three dramas either.
She has some ideas. | She does not have any ideas.
There is a man in the room. | There is no man in the room.
It is good. I loved it. | It is good. I did not love it.
I loved it. It is good. |
I loved it. The cast is good. | I loved it. The cast is not good.
He does not have any money. |
The film is not good. | The film is good.
Dozens killed in Rome |
What is the capital of France ? |
What country did the river rise in ? |
Who was the first governor ? |
Who won the cup ? |
How do you do that ? |
Where could I go to ride ? |
What playing card symbolizes death ? |
Why is she famous? | Why isn't she famous?
Why do heavy things fall faster ? | Why do n't heavy things fall faster ?
Is it a comedy? |
Will the plan work ? |
What should you do for a sprain ? | What should you not do for a sprain ?
What chemicals are used in soap ? |
What states are used for tests ? | What states are not used for tests ?
Japan revises its growth |
The index rose 5 points . |
She declined to comment . |
This is unlikely to help . |
She could not be reached . |
Would that he had gone . |
Isn't it good? |
He is late, isn't he? |
Can you tell me more? |
Name a film with Tom Cruise. |
"""
DOUBTED = """
There arrived a late guest.
One of the guests will stay.
Much of the food was cold.
A lot of guests were late.
The guest has denied it.
Last week the shop offered a sofa.
A guest buys a sofa.
Two guests sleep on a sofa.
The guest sold the sofa on Tuesday.
The guest met them to sell a sofa.
The guest opened the box that he found.
The sofa is soft and warm.
The guests bought a sofa and a lamp.
Tim said that she would kiss Tom and kick Ann.
It is an oddly warm sofa.
She is a kind guest with a soft voice.
The sofa was sold by a guest.
The sofa is around 90 years old.
The guest has seven sofas.
The guest has a bunch of sofas.
This is a sofa, a small one of red cloth.
The guests left early, and the host is tired.
The guest left, and the host , who dozed, is tired.
The Red House is a house.
A guest had left.
Two guests were robbed.
Guests were robbed.
Guest wins sofa.
He read the letter slowly.
Six weeks later he was in Rome.
The best film she has made.
In the hall are two guests.
I would like to thank the host.
It 's makes a good sofa .
Sadly, the sofa was cold.
They say they fear the sofa is cold.
Average at best, I'm afraid.
It is about time.
RT @guest: the sofa is cold
im sure the sofa is cold
We won't go there anytime soon.
Ain't easy.
Remember it.
Bring it on.
The opening parts of the hall shine.
The sofa is cold if it rains.
You see the host , and you believe him .
To make it worse, the host has left.
He had the oddest feeling that she knew him.
The hall was opened in 1920 following a fire.
The prize is paid in 21 parts.
He did it more in jest than in anger.
I could n't recommend it more .
Could not work it out
He could face a fine of up to $900.
It is not nearly as cold as the hall.
Ann Lee is helped from a plane in Rome, Monday.
Like the host , he is tired.
It is a good sofa of sorts .
A fine start , especially considering the cook is new .
The cook could take weeks
The sofa would at most cost a guest .
`` A good sofa , '' it 's not .
Norwegian cook is awarded a prize.
( ' not today . . . ' he promises )
The hall is large albeit dark.
It is a helluva sofa.
The host is lovely xxx
"""
SURE = """
Bring the sofa. | Do not bring the sofa.
The sofa is not cold. | The sofa is cold.
The sofa belongs to Ann. | The sofa does not belong to Ann.
Ann said the sofa was cold. | Ann said the sofa was not cold.
A man is selling a sofa. | A man is not selling a sofa.
Mrs . Lee is cold . | Mrs . Lee is not cold .
There 's a sofa in the hall . | There 's no sofa in the hall .
The guests are tired of noise and dust. | The guests are not tired of noise and dust.
The host, Ann said, was late. | The host, Ann said, was not late.
The sofa belongs to Mrs . Lee . | The sofa does not belong to Mrs . Lee .
The ion is cold. | The ion is not cold.
"""


@pytest.mark.parametrize("line", DOUBTED.strip().splitlines())
def test_what_a_careful_writer_would_not_deny(line: str) -> None:
    assert not any(perturber().text(line, "negation.careful", pps(1), seed, key=line) for seed in range(9))


@pytest.mark.parametrize("line", (NATURAL + SURE).strip().splitlines())
def test_what_a_careful_writer_would_negate(line: str) -> None:
    source, _, expected = (part.strip() for part in line.partition("|"))
    made = {perturber().text(source, "negation.careful", pps(1), seed, key=source) for seed in range(9)}
    assert {one.perturbed if one else "" for one in made} == {expected}


def negated(text: str, n: int = 1, seed: int = 0) -> str:
    made = perturber().text(text, "negation", pps(n), seed, key=text)
    return made.perturbed if made else ""


@pytest.mark.parametrize(("source", "expected"), PAIRS)
def test_by_hand(source: str, expected: str) -> None:
    assert negated(source) == expected


def test_the_count_bounds_the_verbs_that_change() -> None:
    text = "He sings, she dances, they play, and we listen."
    for n in range(1, 5):
        made = perturber().text(text, "negation", pps(n), 3, key=text)
        assert made is not None
        assert len(made.edits) == n
    assert negated(text, 4) == "He does not sing, she does not dance, they do not play, and we do not listen."


def test_white_space_and_curly_apostrophes_stay() -> None:
    assert negated("It  isn’t\tgood .\n") == "It  is\tgood .\n"
    assert negated("He\u00a0 goes  home\n") == "He\u00a0 does not go  home\n"


@settings(max_examples=200)
@given(words=st.lists(st.sampled_from(WORDS)), text=TEXTS)
def test_any_text_is_taken(words: list[str], text: str) -> None:
    for source in (" ".join(words), text):
        for name in ("negation", "negation.careful"):
            made = perturber().text(source, name, pps(4), 0, key="k")
            assert made is None or (made.source == source and made.applied)


def test_at_least_95_percent_of_the_read_sheet_is_well_formed() -> None:
    with SHEET.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 500
    assert sum(row["verdict"] == "good" for row in rows) / len(rows) >= 0.95


def test_do_with_nothing_but_an_adverb_after_it() -> None:
    made = perturber().text("DON'T lly", "negation", pps(1), 0)
    assert made is not None
    assert made.perturbed == "DO lly"
