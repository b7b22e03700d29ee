"""Do the experiments on real data sets and make docs/real-experiments.md of them:
`python -m tools.docs.real_experiments FOLDER`.

FOLDER holds a folder for each data set, as `tools/docs/real_data.py` says. What was done is not done again, so that it
may be stopped, and begun once more with other names under --only, at any time.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import isnan, sqrt
from pathlib import Path
from statistics import fmean

import flinch
from core.errors import BadInput, MissingResource
from core.experiments.corruption_results import Corrupted, PositionGain, corrupted, explained, position_gains
from core.experiments.learnability_results import ALL, Correlations, Learned, correlations, learned
from core.experiments.records import Outcome, may_be_chance
from core.metrics.correlation import pearson
from core.metrics.estimate import Estimate
from core.models.training.recipes import FROM_NOTHING, specs_of
from core.rounding import fixed, signed
from core.so_many import so_many
from data.experiments.files import ExperimentCard, newest_of_each, outcomes
from data.experiments.texts import ExperimentTexts
from data.published.learnability import published_correlations
from data.published.word_classes import published_changes
from data.workspace import PROJECT, Workspace
from tools.docs.real_data import SETS
from tools.docs.real_pages import machine
from tools.docs.real_pairs import PAIR_NAMES, RTE, pairs_section

SENTENCES = ("sst2", "cola", "hsol")
QUESTIONS = ("trec6",)  # not balanced by label: its test split has 9 abbreviations
SINGLE = (*SENTENCES, *QUESTIONS)
NAMES = (*SINGLE, *PAIR_NAMES)  # pairs are for word classes alone
MODELS = ("cnn", "textrnn")
SHARES = (0.01, 0.02, 0.05, 0.1, 0.5, 1.0)
INTRO = """# Real experiments

After this page you know what the experiments show about small models, and where that differs from the papers.

**Our own figures**, unless marked as published. `python -m tools.docs.real_experiments FOLDER` imports the data sets
from their files in a folder, runs the [experiments](experiments.md) on this machine and writes this page. Nothing
here is typed by hand. Brackets hold 95 % intervals. Each label has as many samples as any other, except in questions
(trec6) and pairs.

Machine: {machine}.
"""
OF_TRANSFORMERS = " of transformers"  # ends the title of their section
Section = Callable[[Workspace, Sequence[ExperimentCard]], Iterator[str]]


def main(arguments: list[str] | None = None) -> int:
    """Do the experiments, then write the page of all that is there; returns how many failed."""
    args = _parser().parse_args(arguments)
    workspace = Workspace(args.workspace.resolve()).prepare()
    os.environ["FLINCH_WORKSPACE"] = str(workspace.root)
    failed = 0
    for dataset in () if args.page_only else args.only:
        for experiment in [name for name in args.experiments if dataset in SINGLE or name == "word_classes"]:
            try:
                _run_missing(workspace, experiment, dataset, args)
            except (BadInput, MissingResource, OSError) as fault:
                failed += 1
                print(f"{experiment} on {dataset} is left out: {fault}", file=sys.stderr)
    before = args.page.read_text(encoding="utf-8") if args.page.exists() else ""
    args.page.write_text(page(workspace, before), encoding="utf-8")
    return failed


def _run_missing(workspace: Workspace, experiment: str, dataset: str, args: argparse.Namespace) -> None:
    """Do it for each model that has none of it yet, or go on where it stopped."""
    next(source for source in (*SETS, RTE) if source.name == dataset).imported(workspace, args.folder)
    for model in args.models:
        names = [spec.name for spec in specs_of([model])]
        if any(_models(card) == names for card in newest_of_each(workspace, experiment, (dataset,))):
            continue
        print(f"{experiment} on {dataset}: {model}", file=sys.stderr)
        flinch.experiment(
            experiment,
            dataset,
            model,
            shares=args.shares if experiment == "learnability" else (),
            train_samples=args.train_samples,
            test_samples=args.test_samples,
            balanced=dataset in SENTENCES,
        )


def page(workspace: Workspace, before: str = "") -> str:
    """The page of the experiments on these data sets that are finished; of others the section that it had `before`."""
    sections: tuple[tuple[str, str, tuple[str, ...], Section], ...] = (
        ("learnability", "Learnability", SENTENCES, _learnability),
        ("learnability", "Learnability of questions", QUESTIONS, _learnability),
        ("learnability", f"Learnability{OF_TRANSFORMERS}", SINGLE, _learnability),
        ("word_order", "Word order", SENTENCES, _word_order),
        ("word_order", "Word order of questions", QUESTIONS, _word_order),
        ("word_order", f"Word order{OF_TRANSFORMERS}", SINGLE, _word_order),
        ("word_classes", "Word classes", SENTENCES, _word_classes),
        ("word_classes", "Word classes of questions", QUESTIONS, _word_classes),
        ("word_classes", "Word classes of pairs", PAIR_NAMES, pairs_section),
    )
    held = {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in f"\n{before}".split("\n## ")[1:]}
    parts = [INTRO.format(machine=machine())]
    for experiment, title, names, section in sections:
        if cards := _filter_transformers(newest_of_each(workspace, experiment, names), title.endswith(OF_TRANSFORMERS)):
            parts.append("\n".join([f"## {title}\n", *section(workspace, cards)]))
        elif title in held:
            parts.append(held[title])
    return "\n".join(parts)


def _filter_transformers(cards: Sequence[ExperimentCard], transformers: bool) -> list[ExperimentCard]:
    """Those with a transformer, which need hours and have a section of their own, or those without."""
    return [c for c in cards if any(spec.kind not in FROM_NOTHING for spec in c.request.models) is transformers]


def _models(card: ExperimentCard) -> list[str]:
    return [spec.name for spec in card.request.models]


def _learnability(workspace: Workspace, cards: Sequence[ExperimentCard]) -> Iterator[str]:
    yield "Average learnability is the area under the curve of learnability over the decimal logarithm of the"
    yield "probability. Robustness and post-augmentation are in points of accuracy.\n"
    everything, total = list[Learned](), 0
    for dataset in dict.fromkeys(card.dataset for card in cards):
        held = [card for card in cards if card.dataset == dataset]
        rows = [row for card in held for row in learned(outcomes(workspace, card.id))]
        total += len(rows)
        everything += [row for row in rows if _is_above_chance(held, row.model, workspace)]
        models = list(dict.fromkeys(row.model for row in rows))
        by = {(row.condition, row.model): row for row in rows}
        yield f"### {dataset}\n"
        yield _training_sentence(held)
        yield _original_accuracy(workspace, held)
        heads = " | ".join(f"{model}: average | robustness | post-aug." for model in models)
        yield f"| perturbation | {heads} |"
        yield "|---" * (1 + 3 * len(models)) + "|"
        for condition in dict.fromkeys(row.condition for row in rows):
            figures = [_figures(by.get((condition, model))) for model in models]
            yield f"| `{condition.partition('.')[0]}` | {' | '.join(figures)} |"
        yield f"\n{_rank(correlations(rows), len(rows))}\n"
    if everything and (len(everything) != total or len({card.dataset for card in cards}) > 1):  # else it is said above
        yield f"**All models above chance.** {_rank(correlations(everything), len(everything))}"
    yield f"The paper prints {_published_range('robustness')} and {_published_range('post_augmentation')}.\n"


def _published_range(statistic: str) -> str:
    """The paper's correlations of average learnability with this, from the least to the most."""
    printed = (row[statistic].rstrip("*") for row in published_correlations().values())
    values = sorted(map(float, printed), key=abs)
    return f"{fixed(values[0])} to {fixed(values[-1])}"


def _figures(row: Learned | None) -> str:
    """Average learnability, robustness and post-augmentation as cells of a table."""
    if row is None:
        return "– | – | –"
    points = (_points(row.robustness.mean), _points(row.post_augmentation.mean))
    return " | ".join([fixed(row.average.mean), *points])


def _original_accuracy(workspace: Workspace, cards: Sequence[ExperimentCard]) -> str:
    """How right each model is that was trained and tested on the original texts."""
    accuracies = (f"{row.model} {_accuracy(row.accuracy, cards[0])}" for row in _baselines(workspace, cards))
    return f"Accuracy on original texts: {'; '.join(accuracies)}.\n"


def _baselines(workspace: Workspace, cards: Sequence[ExperimentCard]) -> list[Outcome]:
    return [o for card in cards for o in outcomes(workspace, card.id) if not (o.trained_on or o.tested_on)]


def _is_above_chance(cards: Sequence[ExperimentCard], model: str, workspace: Workspace) -> bool:
    """Whether every training of the model on original texts is above chance: else robustness says nothing."""
    own = [o for o in _baselines(workspace, cards) if o.model == model]
    return not any(_may_be_chance(o.accuracy, cards[0]) for o in own)


def _rank(rows: Sequence[Correlations], pairs: int) -> str:
    """Whether the paper's hypotheses hold: learnability goes with little robustness, and with much to gain."""
    of = next(row for row in rows if row.at == ALL)
    robust, post = of.robustness.estimate, of.post_augmentation.estimate
    return (
        f"Spearman over {pairs} pairs of model and perturbation: with robustness {robust.in_words}, "
        f"{_verdict(robust, -1)}; with post-augmentation {post.in_words}, {_verdict(post, 1)}."
    )


def _verdict(estimate: Estimate, sign: int) -> str:
    if isnan(estimate.value):
        return "which says nothing"
    same = "the same" if estimate.value * sign > 0 else "not the same"
    if isnan(estimate.low):
        return f"{same} sign as in the paper; there are too few pairs for an interval"
    if estimate.low <= 0 <= estimate.high:
        return f"{same} sign as in the paper, and the interval contains 0"
    return "as in the paper" if estimate.value * sign > 0 else "against the paper"


def _word_order(workspace: Workspace, cards: Sequence[ExperimentCard]) -> Iterator[str]:
    yield "Pearson's correlation between accuracy, trained and tested on shuffled texts, and how similar a shuffled"
    yield "text still is to its source.\n"
    yield "| data set | model | samples | original | 1 − DND | 1 − IDC | BLEU-4 | 1 − Levenshtein |"
    yield "|---|---|---|---|---|---|---|---|"
    names = ("DND", "IDC", "BLEU-4", "Levenshtein")
    better = list[bool]()
    for card in cards:
        rows = corrupted(outcomes(workspace, card.id))
        of = {(row.model, row.metric): row.pearson for row in explained(rows, card.measured or {})}
        for model in dict.fromkeys(row.model for row in rows):
            first = next(row for row in rows if row.model == model)
            figures = (of[model, name].in_words if (model, name) in of else "–" for name in names)
            size = f"{card.request.train_samples:,} + {card.request.test_samples:,}"
            before = _accuracy(first.baseline.mean, card)
            if not _may_be_chance(first.baseline.mean, card) and {(model, "DND"), (model, "IDC")} <= of.keys():
                better.append(of[model, "DND"].value > of[model, "IDC"].value)
            yield f"| {card.dataset} | {model} | {size} | {before} | {' | '.join(figures)} |"
    of_all = f"{sum(better)} of {so_many(len(better), 'row')} above chance"
    yield f"\nAs in the paper, DND explains accuracy better than IDC in {of_all}.\n"
    yield from _positions(workspace, cards)


def _positions(workspace: Workspace, cards: Sequence[ExperimentCard]) -> Iterator[str]:
    """What position embeddings are worth to models that were trained with and without them on as many samples."""
    models = [spec for card in cards for spec in card.request.models]
    for dataset, *sizes in dict.fromkeys((c.dataset, c.request.train_samples, c.request.test_samples) for c in cards):
        alike = [c for c in cards if [c.dataset, c.request.train_samples, c.request.test_samples] == [dataset, *sizes]]
        rows = [row for card in alike for row in corrupted(outcomes(workspace, card.id))]
        measured = {condition: of for card in alike for condition, of in (card.measured or {}).items()}
        local, wide = (position_gains(models, rows, measured, metric) for metric in ("DND", "IDC"))
        yield from gains_in_words(str(dataset), local, wide)


def gains_in_words(dataset: str, local: Sequence[PositionGain], wide: Sequence[PositionGain]) -> Iterator[str]:
    """A paragraph for each model: its gains, by local and by global order (Clouatre et al. 2021, section 6.4.2)."""
    for model in dict.fromkeys(gain.model for gain in local):
        points = {gain.condition: gain.points for gain in local if gain.model == model}
        shuffled = [gain for condition, gain in points.items() if condition]
        if not shuffled:  # an experiment without measures of its texts
            continue
        own = [[gain for gain in gains if gain.model == model] for gains in (local, wide)]
        by = [pearson([gain.likeness for gain in gains], [gain.points for gain in gains]).in_words for gains in own]
        yield (
            f"**Position embeddings** of {model} on {dataset} are worth {signed(points[''])} points of accuracy on the "
            f"original texts, and {signed(min(shuffled))} to {signed(max(shuffled))} on shuffled ones (mean "
            f"{signed(fmean(shuffled))}). Pearson's correlation of this gain with 1 − DND is {by[0]}, with 1 − IDC "
            f"{by[1]}. In the paper, a pretrained model gains less the more local order is lost, and one that was "
            "never pretrained gains at most about 1 point.\n"
        )


def _word_classes(workspace: Workspace, cards: Sequence[ExperimentCard]) -> Iterator[str]:
    yield "Change of accuracy, in points, when a class of words is removed from training / test / both."
    yield "The head of each column has the accuracy on the original texts.\n"
    by_class = dict[str, list[str]]()
    heads, most = list[str](), list[str]()
    for card in cards:
        rows = corrupted(outcomes(workspace, card.id))
        sure = 100 * may_be_chance(card.request.test_samples)
        for model in dict.fromkeys(row.model for row in rows):
            own = [row for row in rows if row.model == model]
            heads.append(f"{card.dataset}, {model} ({_accuracy(own[0].baseline.mean, card)})")
            for row in own:
                by_class.setdefault(_class(row), []).append(" / ".join(map(signed, row.changes)))
            worst = min(own, key=lambda row: row.changes[1])
            if worst.changes[1] < -sure:
                most.append(f"{_class(worst)} for {model} on {card.dataset} ({signed(worst.changes[1])})")
    yield f"| class | {' | '.join(heads)} |"
    yield "|---" * (1 + len(heads)) + "|"
    yield from (f"| {name} | {' | '.join(changes)} |" for name, changes in by_class.items())
    costliest = "; ".join(most) or "none"
    yield f"\nRemoved from the test alone, these classes cost most, and more than chance explains: {costliest}."
    yield f"In the mean over its tasks, the paper's RoBERTa loses most without {_class_of_paper()}.\n"


def _class_of_paper() -> str:
    """The word class whose removal from the test costs most in Table 3, with the mean of its points."""
    by_class = dict[str, list[float]]()
    for change in published_changes():
        by_class.setdefault(change.word_class, []).append(change.changes[1])
    means = {name: fmean(changes) for name, changes in by_class.items()}
    worst = min(means, key=means.__getitem__)
    return f"{worst} ({signed(means[worst])})"


def _class(row: Corrupted) -> str:
    return row.condition.partition("@")[2]


def _accuracy(accuracy: float, card: ExperimentCard) -> str:
    """In percent, and whether it may be chance."""
    return f"{100 * accuracy:.1f} %{', no better than chance' if _may_be_chance(accuracy, card) else ''}"


def _may_be_chance(accuracy: float, card: ExperimentCard) -> bool:
    """Whether always answering the most frequent label of the test reaches so much, with an interval of 95 %."""
    test = ExperimentTexts.read(Workspace.current(), card.request).test
    chance = Counter(sample.gold for sample in test).most_common(1)[0][1] / len(test)
    return accuracy - chance < may_be_chance(card.request.test_samples) / sqrt(2)


def _training_sentence(cards: Sequence[ExperimentCard]) -> str:
    """What was trained on how much, in a sentence."""
    first = cards[0].request
    trainings, minutes = sum(card.trainings for card in cards), sum(card.seconds for card in cards) / 60
    shares = ", ".join(f"{share:g}" for share in first.shares)
    balance = "balanced" if first.balanced else "unbalanced"
    return (
        f"{first.train_samples:,} {balance} training and {first.test_samples:,} test samples, probabilities {shares}, "
        f"{so_many(len(first.seeds), 'seed')}; {trainings} trainings in {minutes:,.0f} minutes. "
        f"Differences below {100 * may_be_chance(first.test_samples):.0f} points may be chance.\n"
    )


def _points(value: float) -> str:
    return signed(100 * value)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.docs.real_experiments", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds a folder for each data set")
    parser.add_argument("--workspace", type=Path, default=Workspace.current().root, help="where experiments are kept")
    parser.add_argument("--page", type=Path, default=PROJECT / "docs/real-experiments.md")
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES, help="these data sets")
    parser.add_argument("--experiments", nargs="+", default=("learnability", "word_order", "word_classes"))
    parser.add_argument("--models", nargs="+", default=MODELS)
    parser.add_argument("--shares", nargs="+", type=float, default=SHARES, help="probabilities of learnability")
    parser.add_argument("--train-samples", type=int, default=1_000)
    parser.add_argument("--test-samples", type=int, default=500)
    parser.add_argument("--page-only", action="store_true", help="train nothing, write the page of what is there")
    return parser


if __name__ == "__main__":
    sys.exit(main())
