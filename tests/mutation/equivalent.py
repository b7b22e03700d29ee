"""Mutants that no test can tell from the code, each with the reason: they are left out and not called caught."""

_REASONS = {
    "same_length has refused lists of two lengths before": (
        "core/metrics/agreement.py, cohens_kappa: True -> False",
        "core/metrics/agreement.py, cohens_kappa: zip(before, after, strict=True) -> zip(before, after)",
        "core/metrics/classification.py, f1_binary: zip(gold, predicted, times or [1] * n, strict=True)"
        " -> zip(gold, predicted, times or [1] * n)",
        "core/metrics/paired.py, accuracy_lost: True -> False",
        "core/metrics/paired.py, accuracy_lost: zip(before, after, times or [1] * n, strict=True)"
        " -> zip(before, after, times or [1] * n)",
    ),
    "lists that are made side by side, or whose lengths were compared before, have one length": (
        "core/metrics/classification.py, f1_binary: True -> False",
        "core/metrics/kappa_paired.py, mean_kappa: True -> False",
        "core/metrics/kappa_paired.py, mean_kappa: zip(cells, kappas, strict=True) -> zip(cells, kappas)",
        "core/metrics/significance.py, t_test: True -> False",
        "core/metrics/significance.py, t_test: zip(parts, (one, other), strict=True) -> zip(parts, (one, other))",
        "core/metrics/significance.py, _two_sided: True -> False",
        "core/metrics/significance.py, _two_sided: zip(_NODES, _WEIGHTS, strict=True) -> zip(_NODES, _WEIGHTS)",
        "core/metrics/slope.py, slope: True -> False",
        "core/metrics/slope.py, slope: zip(severities, figures, strict=True) -> zip(severities, figures)",
    ),
    "one table more moves an interval by less than its tables do by chance": (
        "core/metrics/agreement.py, module: 1000 -> 1001",
        "core/metrics/drawn.py, module: 1000 -> 1001",
        "core/metrics/raters.py, module: 1000 -> 1001",
    ),
    "the order of the labels only differs from process to process": (
        "core/metrics/agreement.py, cohens_kappa: sorted({*before, *after}) -> list({*before, *after})",
    ),
    "a random number that is exactly 0.05 comes once in 20 million": (
        "core/models/words.py, WordReading.__call__: torch.rand(tokens.shape) < WORD_DROPOUT"
        " -> torch.rand(tokens.shape) <= WORD_DROPOUT",
    ),
    "a text has one part or two, never a third": (
        "core/models/transformer/reading.py, TokenizerReading._read: 2 -> 3",
    ),
    "a cursor that nobody holds closes by itself": (
        "data/store/database.py, Database._cursor: cursor.close() -> pass",
    ),
    "only a power cut tells a folder that was synced from one that was not": (
        "data/store/journal.py, Journal.__init__: not path.exists() -> path.exists()",
        "data/store/journal.py, Journal.__init__: if fresh: -> if not fresh:",
        "data/store/journal.py, Journal.__init__: fsync_folder(path.parent) -> pass",
        "data/store/journal.py, _repair: os.fsync(file) -> pass",
    ),
    "how much is kept in memory, read along or written at once changes no answer": (
        "data/store/cell_states.py, module: 12 -> 13",
        "data/store/cell_states.py, module: 2000 -> 2001",
        "data/store/handing_out.py, module: 36 -> 37",
        "data/store/repair/reconciling.py, module: 5000 -> 5001",
        "data/store/opening.py, module: 2 -> 3",
    ),
    "how long a time stamp may stay the same is a guess, and a nanosecond more or less as good": (
        "data/store/intake.py, module: 2 -> 3",
        "data/store/intake.py, module: 10 -> 11",
        "data/store/intake.py, module: 9 -> 10",
        "data/store/intake.py, Intake.waiting: time_ns() - touched > SETTLED -> time_ns() - touched >= SETTLED",
    ),
    "no folder was touched in the first nanosecond of 1970": ("data/store/intake.py, Intake.waiting: 0 -> 1",),
    "a file's number tells it from the others and means nothing else": (
        "data/store/parts.py, _add_variants: files + 1 -> files - 1",
        "data/store/parts.py, _add_variants: 1 -> 2",
    ),
    "both lists are made of the same rows": (
        "data/store/cell_states.py, CellStates._read_items: zip(rows, texts, strict=True) -> zip(rows, texts)",
        "data/store/cell_states.py, CellStates._read_items: True -> False",
        "data/store/export.py, _lines: zip(*map(_plain, table.columns), strict=True)"
        " -> zip(*map(_plain, table.columns))",
        "data/store/export.py, _lines: zip(names, row, strict=True) -> zip(names, row)",
        "data/store/export.py, _lines: True -> False",
        "data/store/export.py, _lines: True -> False (2)",
        "data/store/export.py, checked_table: zip((name for name, _ in columns), counts, strict=True)"
        " -> zip((name for name, _ in columns), counts)",
        "data/store/export.py, checked_table: True -> False",
        "data/store/reading.py, Reading._recent: zip(items, decisions, strict=True) -> zip(items, decisions)",
        "data/store/reading.py, Reading._recent: True -> False",
    ),
    "zip is not strict unless it is told to be": (
        "curation/answers.py, _check_tags: zip(['O', *tags], tags, strict=False) -> zip(['O', *tags], tags)",
    ),
    "the four columns sorted are the four columns": (
        "curation/checked.py, columns_of: severities <= set(COLUMNS) -> severities < set(COLUMNS)",
    ),
    "they are asked for as a set, and come in an order of their own": (
        "data/store/repair/reconciling.py, _compare_all: sorted(stored - written) -> list(stored - written)",
        "data/store/recording.py, Recorder._carry: sorted({twin.text for twin in twins.values() if twin})"
        " -> list({twin.text for twin in twins.values() if twin})",
        "data/store/removing.py, _forget: sorted(files) -> list(files)",
    ),
    "whoever is told of a text asks first whether it is theirs": (
        "data/store/cell_states.py, CellStates.reading: for state in self._by_id.values()"
        " if any(map(state.log.reads_like, wanted)) -> for state in self._by_id.values()",
    ),
    "what is at hand reads the same when it is read again": (
        "data/store/cell_states.py, CellStates.items: for id_ in dict.fromkeys([*wanted, *next_in_line])"
        " if id_ not in state.items -> for id_ in dict.fromkeys([*wanted, *next_in_line])",
    ),
    "the .sql files are plain ASCII": (
        "data/store/statements.py, sql: (FOLDER / f'{name}.sql').read_text(encoding='utf-8')"
        " -> (FOLDER / f'{name}.sql').read_text()",
    ),
    "a file that is packed otherwise reads the same": (
        "data/store/export.py, as_bytes: pq.write_table(table, out, compression='zstd') -> pq.write_table(table, out)",
    ),
    "fsync puts on the disk all that fdatasync does": (
        "data/store/journal.py, Journal.append: os.fdatasync(self._file) if hasattr(os, 'fdatasync')"
        " else os.fsync(self._file) -> os.fdatasync(self._file) if not hasattr(os, 'fdatasync')"
        " else os.fsync(self._file)",
        "data/store/journal.py, Journal.append: 'fdatasync' -> ''",
    ),
    "number 0 is standard input, and any number below it says closed": (
        "data/store/journal.py, Journal.close: self._file >= 0 -> self._file > 0",
        "data/store/journal.py, Journal.close: 0 -> 1",
        "data/store/journal.py, Journal.close: 1 -> 2",
    ),
    "a line feed where a block begins is found again where the block before it ends": (
        "data/store/journal.py, _repair: feed >= 0 -> feed > 0",
        "data/store/journal.py, _repair: 0 -> 1 (2)",
    ),
    "a revision is compared with an earlier one and means nothing else": (
        "data/store/intake.py, Intake.refresh: 1 -> 2",
        "data/store/intake.py, Intake.__init__: 0 -> 1",
    ),
    "what joins the texts is no part of them, and holds no half of a character": (
        "curation/rules.py, _check_text: '' -> 'planted'",
    ),
}
EQUIVALENT = {name: reason for reason, names in _REASONS.items() for name in names}
