"""What all models of a run said of one sample, and which samples changed minds most: read off the run's own files."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby
from math import nan
from operator import itemgetter
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq

from core.design import Condition
from core.errors import BadInput
from core.models.tasks import LABELLING
from core.records import FieldRewrite, Task
from data.flips.answers import is_flip
from data.flips.counted import ENTITIES
from data.flips.entities import with_changes
from data.flips.files import predicted_files
from data.flips.rules import OF_LABELS, FlipRule, flip_rule
from data.runs.files import RunCard
from data.runs.scores import run_card
from data.variants.columns import text_fields
from data.variants.reading import rewrites_at
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A model's label for a text and that label's probability, NaN where it is not known."""

    label: str
    probability: float


@dataclass(frozen=True, slots=True)
class AnsweredVariant:
    """What a condition made of the sample, and each model's answer by name; both empty where it changed nothing."""

    condition: Condition
    rewrites: tuple[FieldRewrite, ...]
    answers: Mapping[str, ModelAnswer]


@dataclass(frozen=True, slots=True)
class AnsweredSample:
    """A sample with its texts by name, each model's answer to the original, and every condition of the run.

    `rule` says what a flip is.
    """

    gold: str
    texts: Mapping[str, str]
    answers: Mapping[str, ModelAnswer]
    variants: tuple[AnsweredVariant, ...]
    task: Task = Task.CLASSIFICATION
    rule: FlipRule = OF_LABELS

    def flipped(self, variant: AnsweredVariant) -> list[str]:
        """The models whose answer to this variant is a flip; none of tags whose texts are gone."""
        if self.task is Task.TAGGING and not variant.rewrites:
            return []
        flips, rewrite = is_flip(self.task, self.rule.moved), variant.rewrites[0].rewrite if variant.rewrites else None
        both = ((model, self.answers.get(model), answer) for model, answer in variant.answers.items())
        return [model for model, was, now in both if was and flips(rewrite, was.label, now.label)]


@dataclass(frozen=True, slots=True)
class ModelFlips:
    """How many of a model's predictions on a sample's perturbed texts flipped, and between which labels: "a → b";
    `before` is its label for the original."""

    model: str
    flips: int
    n: int
    directions: tuple[str, ...] = ()
    before: str = ""


@dataclass(frozen=True, slots=True)
class SampleFlips:
    """How many of so many predictions on a sample's perturbed texts flipped, in all and by model."""

    id: str
    text: str
    gold: str
    flips: int
    n: int
    run: str = ""
    models: tuple[ModelFlips, ...] = ()


def samples_by_flips(workspace: Workspace, run_id: str) -> list[SampleFlips]:
    """Every sample of the run that a model has predicted, those that changed the most minds first.

    `text` is its texts, one after the other, "" where the run's variants are gone. Raises BadInput for an unknown run.
    """
    card = run_card(workspace, run_id)
    rule, files = flip_rule(workspace, card), predicted_files(workspace, card, card.models, card.cells)
    if card.task is Task.TAGGING:
        files = with_changes(workspace, card, card.cells, files)
    if not files.num_rows:
        return []
    changes = [files["changes"].to_pylist()] if card.task is Task.TAGGING else []
    pairs = f"list(distinct o.label || ' → ' || p.label) filter ({rule.flipped})"
    turns = pairs if card.task in LABELLING else "null"
    texts = _texts(workspace, card)
    with closing(duckdb.connect(config={"threads": 2})) as db:
        db.register("files", files)
        rows = db.execute(
            f"""
            with originals as (select * from read_parquet(?, filename = true)),
            predicted as (
                select o.sample_id as id, f.model, any_value(o.gold) as gold, any_value(o.label) as before
                from originals o join (select distinct model, original from files) f on f.original = o.filename
                group by 1, 2
            ),
            counted as (
                select o.sample_id as id, files.model, {turns} as turns,
                       count_if({rule.flipped}) as flips, count(*) as n
                from read_parquet(?, filename = true) p
                join files on files.perturbed = p.filename
                join originals o on o.filename = files.original and o.sample_id = p.sample_id
                {ENTITIES if changes else ""}
                group by 1, 2
            )
            select id, gold, model, coalesce(flips, 0), coalesce(n, 0), turns, before
            from predicted left join counted using (id, model)
            order by 1, 3
            """,
            [list(set(files["original"].to_pylist())), files["perturbed"].to_pylist(), *changes],
        ).fetchall()
    samples = [_sample(run_id, id_, texts.get(id_, ""), list(group)) for id_, group in groupby(rows, itemgetter(0))]
    return sorted(samples, key=lambda sample: (-sample.flips, sample.n, sample.id))


def _sample(run_id: str, id_: str, text: str, rows: Sequence[tuple[Any, ...]]) -> SampleFlips:
    """The sample of these rows, one for each model."""
    models = tuple(
        ModelFlips(model, flips, n, tuple(sorted(turns or ())), before or "")
        for *_, model, flips, n, turns, before in rows
    )
    flips, n = sum(model.flips for model in models), sum(model.n for model in models)
    return SampleFlips(id_, text, rows[0][1] or "", flips, n, run_id, models)


def answered_sample(workspace: Workspace, run_id: str, sample_id: str) -> AnsweredSample:
    """All that the run's models said of this sample; raises BadInput where the run has no such sample."""
    card = run_card(workspace, run_id)
    files = predicted_files(workspace, card, card.models, card.cells)
    by_file = {row["original"]: (row["model"], None) for row in files.to_pylist()}
    by_file |= {row["perturbed"]: (row["model"], row["cell"]) for row in files.to_pylist()}
    gold, answers, ids = "", {}, dict[int, str]()
    for name, variant_id, label_of, label, chance in _said(list(by_file), sample_id):
        model, cell = by_file[name]
        answers[model, cell] = ModelAnswer(label, nan if chance is None else float(chance))
        if cell is None:
            gold = label_of or ""
        else:
            ids[cell] = variant_id
    if not answers:
        raise BadInput(f"The run {run_id} has no sample {sample_id!r}; choose one of its samples.")
    variants = []
    for number, cell in enumerate(card.cells):
        rewrites = _rewrites(card.variants_path(workspace, cell.condition), ids[number]) if number in ids else ()
        by_model = {model: answer for (model, at), answer in answers.items() if at == number}
        variants.append(AnsweredVariant(cell.condition, rewrites, by_model))
    return AnsweredSample(
        gold,
        _original(workspace, card, variants, sample_id),
        {model: answer for (model, at), answer in answers.items() if at is None},
        tuple(variants),
        card.task,
        flip_rule(workspace, card),
    )


def beside_each_other(samples: Mapping[str, AnsweredSample]) -> AnsweredSample:
    """A sample that several runs have, by the runs' names: each model with its run, each perturbed text once."""
    first = next(iter(samples.values()))
    answers = dict[str, ModelAnswer]()
    conditions = dict.fromkeys(variant.condition for sample in samples.values() for variant in sample.variants)
    variants: dict[Condition, dict[tuple[str, ...], AnsweredVariant]] = {condition: {} for condition in conditions}
    for run, sample in samples.items():
        answers |= _of_run(run, sample.answers)
        for variant in sample.variants:
            if by_model := _of_run(run, variant.answers):
                texts = tuple(rewrite.perturbed for _, rewrite in variant.rewrites) or (run,)  # a gone one stands alone
                so_far = variants[variant.condition].get(texts, replace(variant, answers={}))
                variants[variant.condition][texts] = replace(so_far, answers={**so_far.answers, **by_model})
    unchanged = {condition: {(): AnsweredVariant(condition, (), {})} for condition in conditions}
    listed = (v for condition in conditions for v in (variants[condition] or unchanged[condition]).values())
    return replace(first, answers=answers, variants=tuple(listed))


def _of_run(run: str, answers: Mapping[str, ModelAnswer]) -> dict[str, ModelAnswer]:
    return {f"{model} · {run}": answer for model, answer in answers.items()}


def _said(files: Sequence[str], sample_id: str) -> list[tuple[Any, ...]]:
    """(file, variant, gold label, label, its probability) of this sample in each file that has it."""
    if not files:
        return []
    with closing(duckdb.connect(config={"threads": 2})) as db:
        return db.execute(
            """
            select filename, candidate_id, gold, label, list_max(probabilities)
            from read_parquet(?, filename = true) where sample_id = ?
            """,
            [list(files), sample_id],
        ).fetchall()


def _rewrites(path: Path, variant_id: str) -> tuple[FieldRewrite, ...]:
    """The variant's rewrites, () where the file of variants is gone."""
    if not path.exists():
        return ()
    ids = pq.read_table(path, columns=["variant_id"], use_threads=False)["variant_id"].to_pylist()
    return rewrites_at(path, [ids.index(variant_id)])[0] if variant_id in ids else ()


def _original(
    workspace: Workspace, card: RunCard, variants: Sequence[AnsweredVariant], sample_id: str
) -> dict[str, str]:
    """The sample's texts by name: what a variant was made from, or what lies beside unchanged ones."""
    for variant in variants:
        if variant.rewrites:
            return {field.name: field.rewrite.source for field in variant.rewrites}
    text = _texts(workspace, card).get(sample_id, "")
    return {"text": text} if text else {}


def _texts(workspace: Workspace, card: RunCard) -> dict[str, str]:
    """The original texts of each sample in one string; {} where the run's variants are gone."""
    paths = (card.variants_path(workspace, cell.condition) for cell in card.cells)
    path = next((path for path in paths if path.exists()), None)
    if path is None:
        return {}
    names = [f"original_{name}" for name in text_fields(pq.read_schema(path))]
    table = pq.read_table(path, columns=["id", *names], use_threads=False)
    columns = [table[name].to_pylist() for name in names]
    return {id_: "  /  ".join(filter(None, row)) for id_, *row in zip(table["id"].to_pylist(), *columns, strict=True)}
