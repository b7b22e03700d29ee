"""Items beside the perturbed samples: texts that did not change, texts that name the answer to give, the training."""

from collections import Counter
from collections.abc import Sequence

from core.identity import content_id
from core.randomness import Draws
from core.records import Sample
from core.text.entity_tags import entities_in_words
from curation.study.design import ANSWERS, KnownItem, StudyPart, TrainingItem
from curation.study.records import ItemKind, StudyItem
from data.datasets.stored import read_samples
from data.workspace import Workspace

ASKED = "To show that you read carefully, please choose {answers}."


def extra_items(
    workspace: Workspace, part: StudyPart, seed: int, used: Counter[tuple[str, str]]
) -> tuple[list[StudyItem], list[str]]:
    """The gold, attention and training items of a part, the same for everybody, and what of them could not be had.

    Those made of samples are of such that are not in `used`, to which they are added.
    """
    draws = Draws.seeded("extra", part.name, seed)
    free = _free_samples(workspace, part, used, draws)
    gold = [_gold(part, sample) for sample in free[: part.gold]]
    checks = [_attention(part, n, free[part.gold + n : part.gold + n + 1], draws) for n in range(part.checks)]
    used.update((sample.dataset, sample.id) for sample in free)
    notes = []
    if len(gold) < part.gold:
        notes.append(
            f"“{part.title}” has only {len(gold)} of {part.gold} unchanged texts: all other samples are perturbed."
        )
    own = [_own(part, ItemKind.ATTENTION, n, item) for n, item in enumerate(part.own_checks)]
    own += [_own(part, ItemKind.GOLD, n, item) for n, item in enumerate(part.own_gold)]
    training = [_own(part, ItemKind.TRAINING, n, item, item.feedback) for n, item in enumerate(part.training)]
    return [*gold, *checks, *own, *training], notes


def _free_samples(workspace: Workspace, part: StudyPart, used: Counter[tuple[str, str]], draws: Draws) -> list[Sample]:
    """As many samples as are needed that nobody sees otherwise, in turn from each split."""
    wanted = part.gold + part.checks
    if not wanted:
        return []
    by_split = []
    for dataset, split in part.splits:
        samples = [s for s in read_samples(workspace, dataset, split) if not used[dataset, s.id]]
        by_split.append(draws.sample(samples, wanted))
    return [samples[n] for n in range(wanted) for samples in by_split if n < len(samples)][:wanted]


def _gold(part: StudyPart, sample: Sample) -> StudyItem:
    texts = {field.name: field.text for field in sample.fields}
    return StudyItem(
        content_id("gold", part.name, sample.id),
        part.name,
        ItemKind.GOLD,
        texts,
        texts,
        sample.dataset,
        sample.split,
        sample_id=sample.id,
        gold_label=spoken_label(sample.tags or sample.label, sample.fields[0].text),
        right={question.id: question.unchanged for question in part.questions},
    )


def _attention(part: StudyPart, number: int, sample: list[Sample], draws: Draws) -> StudyItem:
    right = {question.id: draws.below(len(question.options)) for question in part.questions}
    answers = "; ".join(f"“{q.options[right[q.id]]}”" for q in part.questions)
    text = (part.check_text or ASKED).replace(ANSWERS, answers)
    names = [field.name for field in sample[0].fields] if sample else ["text"]
    original = {field.name: field.text for chosen in sample for field in chosen.fields} or {"text": text}
    original_label = spoken_label(sample[0].tags or sample[0].label, sample[0].fields[0].text) if sample else ""
    return StudyItem(
        content_id("attention", part.name, str(number)),
        part.name,
        ItemKind.ATTENTION,
        original,
        dict.fromkeys(names, text),
        sample[0].dataset if sample else "",
        sample[0].split if sample else "",
        sample_id=sample[0].id if sample else "",
        gold_label=original_label,
        right=right,
    )


def spoken_label(label: str | Sequence[str], text: str) -> str:
    """The label as a participant reads it: of a tagged text the entities in it, "Ada Byron PER, Paris LOC"."""
    return label if isinstance(label, str) else entities_in_words(text, label)


def _own(part: StudyPart, kind: ItemKind, number: int, item: KnownItem | TrainingItem, feedback: str = "") -> StudyItem:
    """A text of the researcher's own."""
    own = () if kind is ItemKind.TRAINING else ("own",)  # the ids of training texts do without
    return StudyItem(
        content_id(kind, *own, part.name, str(number)),
        part.name,
        kind,
        {"text": item.original},
        {"text": item.perturbed},
        gold_label=item.label,
        right=dict(item.right),
        feedback=feedback,
    )
