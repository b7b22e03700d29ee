"""A run's figures minus the published ones, where both measured the same thing."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isnan, nan

from core.papers import MORADI
from core.perturbations.registry import find
from core.rules import Rules, plain_name
from core.severity import Severity, Unit
from data.runs.headline import in_words
from data.runs.measures.registry import RunMetric
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap, tasks
from pages.ui.runs.heatmap.heatmap import (
    AGREEMENT,
    DIFFERENCES,
    LOST,
    NOTHING_CHANGED,
    ORIGINAL,
    SHARE,
    Facet,
    Heatmap,
    HeatmapCell,
    HeatmapRow,
)

SAME = {  # our perturbations as the papers' tables print them: level and name
    "character_insertion": "character:Insertion",
    "character_deletion": "character:Deletion",
    "character_replacement": "character:Replace",
    "character_swapping": "character:Swap",
    "character_repetition": "character:Repeat",
    "common_misspelled_words": "character:CMW",
    "letter_case_changing": "character:LCC",
    "word_deletion": "word:Deletion",
    "word_repetition": "word:Repeat",
    "synonym_replacement": "word:RWS",
    "negation": "word:Negation",
    "singular_plural_verbs": "word:SPV",
    "verb_tense": "word:VT",
    "word_order": "word:WO",
    "keyboard": "character:Keyboard",
    "ocr": "character:Ocr",
    "spelling_error": "character:SpellingError",
    "typos": "character:Typos",
    "swap_named_entities": "word:SwapSynWordEmbedding",  # what the thesis's program ran under that name
    "swap_syn_wordnet": "word:SwapSynWordNet",
    "contraction": "other:Contraction",
    "insert_adv": "other:InsertAdv",
    "prejudice": "other:Prejudice",
    "punctuation": "other:Punctuation",
    "swap_num": "other:SwapNum",
    "swap_verb_tense": "other:VerbTense",
    "twitter": "other:Twitter",
    "word_case": "other:WordCase",
}
COMPARABLE = {
    METRICS[name]: collection
    for collection, names in (
        (Collection.KAPPA, ("kappa",)),
        (Collection.SCORE, ("accuracy", "f1_micro", "f1_binary", "f1_entities", "pearson")),
        (Collection.LOST, ("accuracy_lost", "f1_binary_lost", "f1_entities_lost", "pearson_lost")),
        (Collection.ROBUSTNESS, ("robustness",)),
        (Collection.SHARE, ("share_perturbed",)),
    )
    for name in names
}
TASK_OF = {  # the task of a data set, by how the set's name begins; the demo sets are ours
    "cola": "GC",
    "hsol": "HSOL",
    "mnli": "NLI",
    "sst": "SA",
    "demosentiment": "SA",
    "trec": "TC",
    "demoquestions": "TC",
    "paws": "SS",
    "stsb": "SS",
    "conll": "NER",
    "wikiqa": "QA",
}
BY_TASK = (Collection.SCORE, Collection.LOST)
MEASURED = {  # what each task was measured by (Moradi & Samwald 2021, Table 1); micro F1 over single labels is accuracy
    "TC": ("f1_micro", "accuracy", "accuracy_lost"),
    "SA": ("accuracy", "f1_micro", "accuracy_lost"),
    "NER": ("f1_entities", "f1_entities_lost"),
    "SS": ("pearson", "pearson_lost"),
    "QA": ("f1_binary", "f1_binary_lost"),
}
DRAWN_THRICE = "word:SwapSynWordEmbedding"  # without a severity: its 10, 20 and 30 % are three draws of one thing
FIRST_DRAW = Severity(Unit.PERCENT_WORDS, 10).key
AS_RUN = (
    "In the thesis, SwapSynWordEmbedding is really a swap of all named entities, at every percentage. The program of "
    "the thesis ran this swap instead of the embedding swap. Flinch compares its figures with swap_named_entities."
)
NONE_SHARED = "No row of this run is in the published table."
MOST_NAMED = 12  # rows without a counterpart that are named one by one


def why_not(collection: Collection, task: str, metric: str = "accuracy") -> str:
    """Why nothing can be subtracted on this task by this metric, in a sentence; "" where it can."""
    if collection not in BY_TASK or metric in MEASURED.get(task, ()):
        return ""
    by = f" The paper used {in_words(MEASURED[task][0])}." if task in MEASURED else ""
    spoken = in_words(metric.removesuffix("_lost"))
    return f"{MORADI.short} did not use {spoken} for this task.{by} Choose another task or metric."


def fitting_task(collection: Collection, dataset: str) -> str:
    """The abbreviation of the task in these tables that fits a data set of this name, "" where none does."""
    plain = re.sub(r"[\W_]", "", dataset.lower())
    task = next((task for name, task in TASK_OF.items() if plain.startswith(name)), "")
    return task if task in tasks(collection) else ""


def published_on(dataset: str, metrics: Sequence[RunMetric]) -> tuple[str, list[RunMetric]]:
    """The published task of a data set of this name, in words, and those of the metrics that a table on it has, the
    task's own measure first; "" and [] where nothing was published on it."""
    on = {
        metric: (collection, task)
        for metric, collection in COMPARABLE.items()
        if metric in metrics
        and (task := fitting_task(collection, dataset))
        and not why_not(collection, task, metric.name)
    }
    if not on:
        return "", []
    collection, task = next(iter(on.values()))
    first = MEASURED.get(task, ())
    return tasks(collection)[task], sorted(on, key=lambda metric: metric.name not in first[:1])


def without_counterpart(mine: Heatmap, theirs: Heatmap) -> str:
    """A sentence on the rows of mine that the published table does not have; "" where it has them all."""
    printed = {row.key for row in theirs.rows}
    missing = [row.full for row in mine.rows if printed_key(row) not in printed]
    if not missing:
        return ""
    if len(missing) == len(mine.rows):
        return NONE_SHARED
    more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
    embedded = any(plain_name(row.key[0]) == "swap_syn_word_embedding" for row in mine.rows)
    as_run = f" {AS_RUN}" if embedded and any(row.key[0] == DRAWN_THRICE for row in theirs.rows) else ""
    return f"Not in the published table: {', '.join(missing[:MOST_NAMED])}{more}.{as_run}"


def shared_first(theirs: Heatmap, mine: Heatmap) -> Heatmap:
    """The published heatmap with the perturbations that mine has too before all others, in the order of mine."""
    printed = {row.key for row in theirs.rows}
    shared = ["", *dict.fromkeys(key[0] for row in mine.rows if (key := printed_key(row)) in printed)]
    place = {name: number for number, name in enumerate(shared)}
    return replace(theirs, cells=tuple(sorted(theirs.cells, key=lambda cell: place.get(cell.row.key[0], len(shared)))))


def in_one_figure(mine: Heatmap, theirs: Heatmap) -> tuple[Heatmap, Heatmap, Heatmap]:
    """Mine and the published heatmap side by side on the rows that both have, named and ordered as mine; then what is
    left of mine, and of the published one. My columns keep their names."""
    printed = {row.key for row in theirs.rows}
    rows = [row for row in mine.rows if printed_key(row) in printed]
    keys = [printed_key(row) for row in rows]
    ours = [cell for cell in mine.cells if cell.row in rows]
    published = [
        replace(cell, row=row, column=_published(cell.column))
        for row, key in zip(rows, keys, strict=True)
        for cell in theirs.cells
        if cell.row.key == key
    ]
    columns = {column: Facet("This run", column) for column in mine.columns}
    of = f"This run: {mine.of} Published: {theirs.of}"
    whole = Heatmap(
        mine.title,
        f"{of} {mine.subtitle.removeprefix(mine.of).lstrip()}",
        f"{mine.source} {theirs.source}",
        mine.scale,
        tuple(sorted([*ours, *published], key=lambda cell: rows.index(cell.row))),
        {**mine.heads, **{_published(column): head for column, head in theirs.heads.items()}},
        columns | {_published(column): Facet("Published", column) for column in theirs.columns},
        {"This run": mine.origin(), "Published": theirs.origin()},
        begins=of,
    )
    rest = tuple(cell for cell in mine.cells if cell.row not in rows)
    theirs_alone = tuple(cell for cell in theirs.cells if cell.row.key not in keys)
    return whole, replace(mine, cells=rest), replace(theirs, cells=theirs_alone)


def _published(column: str) -> str:
    return f"Published: {column}"


def sharing(rows: Iterable[HeatmapRow], dataset: str, metrics: Sequence[RunMetric]) -> list[RunMetric]:
    """Those of the metrics by which a published table on a data set of this name has one of the rows."""
    wanted = set(map(printed_key, rows)) - {ORIGINAL.key}
    return [
        metric
        for metric in metrics
        if (collection := COMPARABLE.get(metric))
        and (task := fitting_task(collection, dataset))
        and not wanted.isdisjoint(row.key for row in published_heatmap(collection, task).rows)
    ]


def by_our_rules(mine: Heatmap, theirs: Heatmap) -> str:
    """A sentence on the compared rows whose texts follow our rules though those of the paper are known; "" for none."""
    printed = {row.key for row in theirs.rows}
    names = dict.fromkeys(row.key[0] for row in mine.rows if printed_key(row) in printed)
    ours = [p for name in names if name in SAME and Rules.PAPER in (p := find(name)).other_rules]
    if not ours:
        return ""
    which = ours[0].name if len(ours) == 1 else f"{len(ours)} perturbations"
    return (
        f"Flinch made the texts of {which} by its own rules; the published texts are from the paper's program. For "
        f"comparable texts, evaluate perturbations by the paper's rules, such as {ours[0].name}.paper."
    )


def difference(mine: Heatmap, theirs: Heatmap, model: str, comparable: bool = True) -> Heatmap:
    """Each of my columns minus the published column of this model, on the rows both have; NaN on the others.

    The intervals are mine: the papers print none. The subtitle of mine should not explain its own figures. Differences
    of what is not `comparable` are grey: neither better nor worse.
    """
    cells = []
    for cell in mine.cells:
        if other := theirs.find(printed_key(cell.row), model):
            value, low, high = (figure - other.value for figure in (cell.value, cell.low, cell.high))
            note = _note(mine, cell, theirs, other)
            cells.append(replace(cell, value=value, low=low, high=high, note=note, marked=False, part="", p=nan))
    usual = (f"Better or worse than the published {model}?", "points")
    title, unit = {
        AGREEMENT: (f"More robust than the published {model}?", "kappa"),
        SHARE: ("Are more samples perturbed than in the paper?", "points"),
        LOST: (f"Does this run lose more than the published {model}?", "points lost"),
    }.get(mine.scale, usual)
    scale = DIFFERENCES[mine.scale]
    if not comparable:
        title, scale = f"Difference from the published {model}", replace(scale, better=0)
    return Heatmap(
        title,
        f"This run minus published ({theirs.subtitle.partition('. ')[0]}), in {unit}: above 0, this run is higher. "
        f"Intervals are of this run only. {mine.subtitle} This run: {mine.source[:1].lower()}{mine.source[1:]}",
        theirs.source,
        scale,
        tuple(cells),
        mine.heads,
        origins={"": replace(mine.origin(), minus=f"{model}, {theirs.origin().dataset}, published")},
    )


def namesake(mine: str, theirs: tuple[str, ...]) -> str:
    """The published model most likely meant by the name of mine: "bert-base-cased" is BERT; else the first."""
    plain = mine.lower()
    matches = sorted((name for name in theirs if plain.rsplit("/", 1)[-1].startswith(name.lower())), key=len)
    return matches[-1] if matches else theirs[0]


def printed_key(row: HeatmapRow) -> tuple[str, str]:
    """The key under which the published heatmap has what this row of mine measures; the first of several draws."""
    perturbation, severity = row.key
    printed = SAME.get(plain_name(perturbation), perturbation)
    if printed == DRAWN_THRICE:
        return printed, FIRST_DRAW
    return printed, "" if printed.startswith("other:") else severity  # the thesis gives these no percentage


def _note(mine: Heatmap, cell: HeatmapCell, theirs: Heatmap, other: HeatmapCell) -> str:
    """Both figures; why there is none of mine where there is none, first and in the words of my own heatmap."""
    published = f"{other.note} {theirs.scale.text(other.value)}"
    if cell.note == NOTHING_CHANGED:
        return cell.note
    return f"{cell.note}; {published}" if isnan(cell.value) else f"this run {mine.scale.text(cell.value)}, {published}"
