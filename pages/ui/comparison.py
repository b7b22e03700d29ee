"""One's own figures less the published ones, where both measured the same thing."""

from collections.abc import Iterator

from data.published import MORADI
from pages.ui.grid import AGREEMENT, AGREEMENT_DIFFERENCE, POINTS_DIFFERENCE, SHARE, Grid, GridCell, Row
from pages.ui.published_grids import Collection
from pages.ui.run_grids import Metric

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
    "swap_syn_word_embedding": "word:SwapSynWordEmbedding",
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
    Metric.KAPPA: Collection.KAPPA,
    Metric.ACCURACY: Collection.SCORE,
    Metric.LOST: Collection.LOST,
    Metric.SHARE: Collection.SHARE,
}
BY_ACCURACY = (Collection.SCORE, Collection.LOST)
TASKS_BY_ACCURACY = ("TC", "SA")  # micro F1 over single labels is accuracy (Moradi & Samwald 2021, Table 1)
FAIRLY = (
    "Moradi & Samwald's figures for deletion, negation and synonyms stand on 200 samples a cell that people kept; "
    "choose those for a fair comparison. Romero's stand on all samples."
)


def why_not(collection: Collection, task: str) -> str:
    """Why nothing can be subtracted on this task, in a sentence; "" where it can."""
    if collection not in BY_ACCURACY or task in TASKS_BY_ACCURACY:
        return ""
    return f"{MORADI} did not measure this task by accuracy; choose question classification or sentiment."


def difference(mine: Grid, theirs: Grid, model: str) -> Grid:
    """Each of my columns less the published column of this model, on the rows both have; NaN on the others."""
    rows = [row for row in mine.rows if theirs.find(printed_key(row), model)]
    cells = tuple(_cells(mine, theirs, model, rows))
    if mine.scale is AGREEMENT:
        title, unit, scale = f"Is it steadier than the published {model}?", "kappas", AGREEMENT_DIFFERENCE
    elif mine.scale is SHARE:
        title, unit, scale = "Are more samples perturbed than were in the paper?", "points", POINTS_DIFFERENCE
    else:
        title, unit, scale = f"Does it do better or worse than the published {model}?", "points", POINTS_DIFFERENCE
    return Grid(title, f"Mine less published, in {unit}. {mine.subtitle}", theirs.source, scale, cells)


def namesake(mine: str, theirs: tuple[str, ...]) -> str:
    """The published model most likely meant by the name of mine: "bert-base-cased" is BERT; else the first."""
    plain = mine.lower()
    named = sorted((name for name in theirs if plain.rsplit("/", 1)[-1].startswith(name.lower())), key=len)
    return named[-1] if named else theirs[0]


def printed_key(row: Row) -> tuple[str, str]:
    """The key under which the published grid has what this row of mine measures."""
    perturbation, severity = row.key
    printed = SAME.get(perturbation, perturbation)
    return printed, "" if printed.startswith("other:") else severity  # the thesis gives these no percentage


def _cells(mine: Grid, theirs: Grid, model: str, rows: list[Row]) -> Iterator[GridCell]:
    for cell in mine.cells:
        if cell.row in rows and (other := theirs.find(printed_key(cell.row), model)):
            note = f"mine {mine.scale.text(cell.value)}, {other.note} {theirs.scale.text(other.value)}"
            yield GridCell(cell.row, cell.column, cell.value - other.value, cell.share, note)
