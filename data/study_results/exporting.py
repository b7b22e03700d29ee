"""A study's answers as tables that name nobody: judgements, questionnaires, and a codebook of every column.

Participants are numbered anew, in an order that only this workspace knows: the numbers on the invitations say nothing.
No time of day, no token and no link is exported; what people wrote in their own words only where it is asked for.
"""

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import pyarrow as pa

from curation.study.design import StudyDesign
from curation.study.questionnaires import QuestionnaireItem, QuestionnaireKind
from curation.study.records import StudyAnswer, StudyItem, StudyResponse
from curation.study.results.attention import attention
from data.secret import secret
from data.study.study import Study
from data.study_results.codebook import JUDGEMENTS, RESPONSES, Column

TYPES = {"number": pa.float64(), "whole": pa.int64(), "text": pa.string(), "yes or no": pa.bool_()}


def judgements_table(study: Study, texts: bool = False) -> pa.Table:
    """A row for each judgement, checks too, in each participant's order; with `texts` also what was read."""
    answers, items = study.answers(), study.items
    names = anonymous(study)
    passed = {person.participant: person.passed for person in attention(answers, items, study.design.allowed_misses)}
    rows: list[dict[str, Any]] = []
    order = dict.fromkeys(names, 0)
    for answer in sorted(answers, key=lambda answer: (names[answer.participant], answer.at)):
        order[answer.participant] += 1
        row = {
            "participant": names[answer.participant],
            "order": order[answer.participant],
            "passed_checks": passed[answer.participant],
        }
        item = items[answer.item]
        times = {"browser_seconds": answer.browser_ms / 1000, "server_seconds": answer.server_ms / 1000}
        rows.append(row | _item(item, texts) | times)
        rows[-1] |= _answer_columns(study.design, answer)
    return _table(JUDGEMENTS, rows, {name for row in rows for name in row})


def responses_table(study: Study, own_words: bool = False) -> pa.Table:
    """A row for each answer to a questionnaire; those in people's own words only with `own_words`."""
    names, forms = anonymous(study), (*study.design.opening, *study.design.closing)
    items = {(form.name, item.id): item for form in forms for item in form.items}
    rows = [
        _response(names[response.participant], response, items[response.questionnaire, id_], answer)
        for response in study.responses()
        for id_, answer in response.responses.items()
        if (response.questionnaire, id_) in items
        and (own_words or items[response.questionnaire, id_].kind is not QuestionnaireKind.TEXT)
    ]
    rows.sort(key=lambda row: (str(row["participant"]), str(row["questionnaire"])))
    return _table(RESPONSES, rows, {column.name for column in RESPONSES})


def anonymous(study: Study) -> dict[str, str]:
    """A new name for each pseudonym that was ever given out: "A01" and so on, in an order by the workspace's secret."""
    key = secret(study.folder.parent.parent)

    def order(name: str) -> bytes:
        return hmac.new(key, f"anonymous\x1f{study.id}\x1f{name}".encode(), sha256).digest()

    names = sorted((participant.id for participant in study.participants()), key=order)
    return {name: f"A{place:02}" for place, name in enumerate(names, 1)}


def _item(item: StudyItem, texts: bool) -> dict[str, Any]:
    row = {
        "part": item.part,
        "kind": item.kind.value,
        "item": item.id,
        "dataset": item.dataset,
        "split": item.split,
        "perturbation": item.perturbation,
        "severity": item.severity,
        "edits": item.edits,
        "sample": item.sample_id,
        "candidate": item.candidate_id,
        "label": item.gold_label,
    }
    return row | ({"original": _join_texts(item.original), "perturbed": _join_texts(item.perturbed)} if texts else {})


def _answer_columns(design: StudyDesign, answer: StudyAnswer) -> dict[str, Any]:
    """One question of a part has one column; those of other questions have a number behind theirs."""
    questions = design.part(answer.part).questions
    row: dict[str, Any] = {}
    for n, question in enumerate(questions):
        option = answer.answers.get(question.id)
        if option is not None and 0 <= option < len(question.options):
            end = f"_{n + 1}" * bool(n)
            row |= {f"question{end}": question.id, f"option{end}": option, f"answer{end}": question.options[option]}
    return row


def _response(name: str, response: StudyResponse, item: QuestionnaireItem, answer: str) -> dict[str, Any]:
    return {
        "participant": name,
        "questionnaire": response.questionnaire,
        "item": item.id,
        "kind": item.kind.value,
        "asked": item.text,
        "answer": answer,
    }


def _table(columns: Sequence[Column], rows: Sequence[Mapping[str, Any]], present: set[str]) -> pa.Table:
    """The columns that are always there or have something in them, in the codebook's order."""
    used = [column for column in columns if column.always or column.name in present]
    numbered = sorted(present - {column.name for column in columns})
    fields = [(column.name, TYPES[column.type]) for column in used]
    fields += [(name, pa.int64() if name.startswith("option") else pa.string()) for name in numbered]
    return pa.Table.from_pylist([dict(row) for row in rows], schema=pa.schema(fields))


def _join_texts(texts: Mapping[str, str]) -> str:
    return "\n".join(texts.values())
