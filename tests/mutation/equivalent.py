"""Mutants that no test can tell from the code, each with the reason: they are left out and not called caught."""

_REASONS = {
    "same_length has refused lists of two lengths before": (
        "core/metrics/agreement.py, cohens_kappa: True -> False",
        "core/metrics/agreement.py, cohens_kappa: zip(before, after, strict=True) -> zip(before, after)",
        "core/metrics/classification.py, f1_macro: True -> False",
        "core/metrics/classification.py, f1_macro: zip(gold, predicted, strict=True) -> zip(gold, predicted)",
    ),
    "one table more moves an interval by less than its tables do by chance": (
        "core/metrics/agreement.py, module: 1000 -> 1001",
    ),
    "the order of the labels only differs from process to process": (
        "core/metrics/agreement.py, cohens_kappa: sorted({*before, *after}) -> list({*before, *after})",
    ),
    "a random number that is exactly 0.05 comes once in 20 million": (
        "core/models/cnn/reading.py, WordReading.__call__: torch.rand(tokens.shape) < WORD_DROPOUT"
        " -> torch.rand(tokens.shape) <= WORD_DROPOUT",
    ),
    "a text has one part or two, never a third": (
        "core/models/transformer/reading.py, TokenizerReading.__call__: 2 -> 3",
    ),
    "a cursor that nobody holds closes by itself": (
        "data/store/database.py, Database._cursor: cursor.close() -> pass",
    ),
    "only a power cut tells a folder that was synced from one that was not": (
        "data/store/journal.py, Journal.__init__: not path.exists() -> path.exists()",
    ),
    "a revision is compared with an earlier one and means nothing else": (
        "data/store/intake.py, Intake.refresh: 1 -> 2",
    ),
    "what joins the texts is no part of them, and holds no half of a character": (
        "curation/rules.py, _check_text: '' -> 'planted'",
    ),
}
EQUIVALENT = {name: reason for reason, names in _REASONS.items() for name in names}
