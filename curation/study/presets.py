"""Studies that are ready to run: the two parts of Moradi & Samwald 2021 ("User study"), in words of our own."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from core.errors import BadInput
from curation.study.design import CHECKED, Question, StudyDesign, StudyPart, TrainingItem
from curation.study.questionnaires import demographics, free_text

CONSENT = """\
In this study you read short texts. Next to each text you see a changed version of it. You say what the change did
to the text. The study takes about {minutes} minutes.

- **What is kept:** your answers, how long each answer took, and when you gave it. No name, no address, no account.
- **Your link is only for you.** With this link you can go on where you stopped, on any device. Do not give the link
  to other people.
- **You can stop at any time.** You do not need to say why. If you withdraw, this program deletes all your answers,
  also from its backups. The researchers delete your answers from all other copies. Results that are already
  published stay public.
- The answers are published as numbers and as a table. Nothing in the table shows who you are.

Questions? Ask {contact}.
"""
INSTRUCTIONS = f"""\
Read the original text first, then the changed text. Answer with your first impression. You do not need to look
anything up. {CHECKED}
"""
THANKS = "Thank you. All your answers are saved. You can close this page."

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
        title="Do people still understand changed texts?",
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
    text = "Do you understand the changed text, and does it mean the same as the original text?"
    question = Question("understood", text, ("Yes", "No"))
    training = (
        TrainingItem(
            "The soup was hot and the waiter was kind.",
            "The suop was hot and the waitr was kind.",
            {"understood": 0},
            "Yes. Two words have spelling mistakes, but you can read them, and the meaning is the same.",
        ),
        TrainingItem(
            "The train to the coast leaves at nine.",
            "The tgrwn to the cxxst lxves at nzz.",
            {"understood": 1},
            "No. So many letters are wrong that you can't tell what the sentence means.",
        ),
    )
    return StudyPart(
        "part1",
        "Do you still understand the text?",
        data,
        KEEPS_MEANING,
        UP_TO_THREE,
        30,
        (question,),
        "You see a text and a changed version of it. Do you **understand the changed text**, and does it **still mean "
        "the same** as the original text? Spelling mistakes alone are no reason to answer “No”.",
        checks=1,
        gold=1,
        training=training,
    )


def _consistent(data: tuple[str, ...]) -> StudyPart:
    question = Question(
        "consistent",
        "Does the changed text still make sense, and is the label still right for it?",
        ("It makes sense and the label is right", "It makes sense, but the label should change", "It makes no sense"),
    )
    training = (
        TrainingItem(
            "I liked every minute of this film.",
            "I did not like every minute of this film.",
            {"consistent": 1},
            "The sentence makes sense. But it no longer says that the film is good, so the label should change.",
            "positive",
        ),
        TrainingItem(
            "The rooms were clean and the staff was friendly.",
            "The clean rooms were staff and was the friendly.",
            {"consistent": 2},
            "The words are in the wrong order, so the sentence makes no sense.",
            "positive",
        ),
    )
    return StudyPart(
        "part2",
        "Is the label still right?",
        data,
        ALTERS_MEANING,
        UP_TO_THREE,
        20,
        (question,),
        "You see a text with its **label**, and a changed version of the text. Does the changed text still **make "
        "sense**? If yes, is the **label right for it**? A person gave this label to the original text. The label "
        "names the kind of answer that a question asks for, or the opinion in a review.",
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
