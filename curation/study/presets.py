"""Studies that are ready to run: the two parts of Moradi & Samwald 2021 ("User study"), in words of our own."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from core.errors import BadInput
from curation.study.design import Question, StudyDesign, StudyPart, TrainingItem
from curation.study.questionnaires import demographics, free_text

CONSENT = """\
You are asked to read short texts, each beside an altered version of it, and to say what the alteration did.
It takes about {minutes} minutes.

- **What is kept:** your answers, the time each took, and when they came in. No name, no address, no account.
- **Your link is yours alone.** It brings you back to where you stopped, on any device. Do not pass it on.
- **You may stop at any time**, without giving a reason. If you withdraw, this program deletes all your answers,
  and deletes them from its backups. The researchers delete them from all other copies. What is already
  published stays.
- The answers are published as figures and as a table. The table contains nothing that identifies you.

Questions? Ask the person who invited you.
"""
INSTRUCTIONS = """\
Read the original first, then the altered text. Go by your first impression; there is no need to look anything up.
Some texts are there to check that people read with care.
"""
THANKS = "Thank you. All your answers have been saved; you can close this page."

KEEPS_MEANING = (
    "character_insertion",
    "character_deletion",
    "character_replacement",
    "character_swapping",
    "character_repetition",
    "common_misspelled_words",
    "letter_case_changing",
    "word_repetition",
    "singular_plural_verbs",
    "verb_tense",
)
ALTERS_MEANING = ("word_deletion", "synonym_replacement", "negation", "word_order")
UP_TO_THREE = ("pps-1", "pps-2", "pps-3")


def moradi2021(data: Sequence[str]) -> StudyDesign:
    """The paper's study on these splits: 20 participants, 30 samples of part 1 and 20 of part 2 each.

    The paper does not say how many participants judged the same sample: two is ours, so that agreement can be measured.
    """
    return StudyDesign(
        title="Are altered texts still understood?",
        parts=(_understood(tuple(data)), _consistent(tuple(data))),
        participants=20,
        judgements_per_item=2,
        consent=CONSENT,
        instructions=INSTRUCTIONS,
        opening=(demographics(),),
        closing=(free_text(),),
        thanks=THANKS,
    )


def _understood(data: tuple[str, ...]) -> StudyPart:
    question = Question("understood", "Can you understand the altered text, and does it mean the same?", ("Yes", "No"))
    training = (
        TrainingItem(
            "The soup was hot and the waiter was kind.",
            "The suop was hot and the waitr was kind.",
            {"understood": 0},
            "Yes: two words are misspelled, but they are readable, and the meaning is the same.",
        ),
        TrainingItem(
            "The train to the coast leaves at nine.",
            "The tgrwn to the cxxst lxves at nzz.",
            {"understood": 1},
            "No: so much is damaged that you can't tell what the sentence means.",
        ),
    )
    return StudyPart(
        "part1",
        "Is it still understood?",
        data,
        KEEPS_MEANING,
        UP_TO_THREE,
        30,
        (question,),
        "You see a text and an altered version of it. Say whether you **understand the altered text** and whether it "
        "**still means the same** as the original. Misspellings alone are no reason to say no.",
        checks=1,
        gold=1,
        training=training,
    )


def _consistent(data: tuple[str, ...]) -> StudyPart:
    question = Question(
        "consistent",
        "Does the altered text still make sense, and is the label still right for it?",
        ("It makes sense and the label is right", "It makes sense, but the label should change", "It makes no sense"),
    )
    training = (
        TrainingItem(
            "I liked every minute of this film.",
            "I did not like every minute of this film.",
            {"consistent": 1},
            "The sentence makes sense, but it no longer praises the film: the label should change.",
            "positive",
        ),
        TrainingItem(
            "The rooms were clean and the staff was friendly.",
            "The clean rooms were staff and was the friendly.",
            {"consistent": 2},
            "The words are out of order, so the sentence no longer makes sense.",
            "positive",
        ),
    )
    return StudyPart(
        "part2",
        "Does the label still fit?",
        data,
        ALTERS_MEANING,
        UP_TO_THREE,
        20,
        (question,),
        "You see a text with its **label**, and an altered version of the text. Say whether the altered text still "
        "**makes sense**, and if so whether the **label is right for it**. The label names the kind of "
        "answer that a question asks for, or the opinion in a review. A person gave this label to the original.",
        checks=1,
        gold=1,
        training=training,
        show_label=True,
    )


PRESETS: Mapping[str, Callable[[Sequence[str]], StudyDesign]] = MappingProxyType({"moradi2021": moradi2021})
"""Each preset by name: `splits -> design`."""


def preset(name: str, data: Sequence[str]) -> StudyDesign:
    """The preset of this name on these splits; raises BadInput that names those there are."""
    if name not in PRESETS:
        raise BadInput(f"There is no preset {name!r}; choose {' or '.join(PRESETS)}.")
    return PRESETS[name](data)
