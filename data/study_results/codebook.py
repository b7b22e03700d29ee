"""What every exported column holds: the same list makes the tables and describes them."""

from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa

from curation.study.design import StudyDesign
from curation.study.results.attention import rule


class Column(NamedTuple):
    """A column: its type ("text", "whole", "number", "yes or no"), its unit or "", what it says, and whether it is
    always there."""

    name: str
    type: str
    unit: str
    says: str
    always: bool = True


JUDGEMENTS = (
    Column("participant", "text", "", "The participant's number, new in this export; not the invitation number"),
    Column("order", "whole", "", "The position of the judgement among this participant's judgements, from 1"),
    Column("passed_checks", "yes or no", "", "Whether this participant passed the attention checks; the rule: {rule}"),
    Column("part", "text", "", "The part of the study: {parts}"),
    Column("kind", "text", "", "real: a perturbed text; attention: a check; gold: a text whose answer is known"),
    Column("item", "text", "", "The id of the judged item; the same for all participants who judged it"),
    Column("dataset", "text", "", "The data set of the text; empty for attention checks"),
    Column("split", "text", "", "The split of that data set"),
    Column("perturbation", "text", "", "The name of the perturbation, as you write it in commands"),
    Column("severity", "text", "", "How strong the perturbation is: pps-2 means at most two perturbations, and so on"),
    Column("edits", "whole", "edits", "How many places were changed"),
    Column("sample", "text", "", "The id of the sample in its data set"),
    Column("candidate", "text", "", "The id of the perturbed sample; the same as in the curators' exports"),
    Column("label", "text", "", "The label of the data set"),
    Column("original", "text", "", "The original text; if the sample has several texts, one per line", always=False),
    Column("perturbed", "text", "", "The text that was judged", always=False),
    Column(
        "browser_seconds", "number", "seconds", "Time from display to answer, by the browser's clock; 0 means not known"
    ),
    Column("server_seconds", "number", "seconds", "Time since the previous answer, by the server's clock, with pauses"),
    Column("question", "text", "", "The id of the question: {questions}"),
    Column("option", "whole", "", "The option chosen, from 0"),
    Column("answer", "text", "", "The chosen option in words: {options}"),
)
RESPONSES = (
    Column("participant", "text", "", "The participant's number, as in the judgements"),
    Column("questionnaire", "text", "", "The name of the questionnaire"),
    Column("item", "text", "", "The id of the question"),
    Column("kind", "text", "", "likert, choice (one of its options), number or text (own words, if you include them)"),
    Column("asked", "text", "", "The question"),
    Column("answer", "text", "", "The answer; empty if none was given"),
)
_BOOK = pa.schema([(name, pa.string()) for name in ("table", "column", "type", "unit", "says")])


def codebook_table(design: StudyDesign) -> pa.Table:
    """A row for each column of both tables, filled in with this study's parts, questions, options and rule."""
    rows = [*_rows("judgements", JUDGEMENTS, design), *_rows("questionnaires", RESPONSES, design)]
    return pa.Table.from_pylist(rows, schema=_BOOK)


def _rows(table: str, columns: tuple[Column, ...], design: StudyDesign) -> Iterator[dict[str, str]]:
    questions = [question for part in design.parts for question in part.questions]
    options = (f"{q.id}: " + ", ".join(f"{n} {option}" for n, option in enumerate(q.options)) for q in questions)
    placeholders = {
        "{rule}": rule(design.allowed_misses),
        "{parts}": "; ".join(f"{part.name}: {part.title}" for part in design.parts),
        "{questions}": "; ".join(f"{question.id}: {question.text}" for question in questions),
        "{options}": "; ".join(options),
    }
    for column in columns:
        says = column.says
        for place, text in placeholders.items():
            says = says.replace(place, text)
        yield {"table": table, "column": column.name, "type": column.type, "unit": column.unit, "says": says}
