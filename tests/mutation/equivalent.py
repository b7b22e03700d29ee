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
        "core/metrics/slope.py, slope: True -> False",
        "core/metrics/slope.py, slope: zip(severities, figures, strict=True) -> zip(severities, figures)",
    ),
    "one table more moves an interval by less than its tables do by chance": (
        "core/metrics/agreement.py, module: 1000 -> 1001",
        "core/metrics/posterior.py, module: 1000 -> 1001",
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
    "how much is kept in memory, read along or written at once changes no answer": (
        "data/store/cell_states.py, module: 12 -> 13",
        "data/store/cell_states.py, module: 2000 -> 2001",
        "data/store/assignments.py, module: 36 -> 37",
        "data/store/decision_index.py, module: 5000 -> 5001",
        "data/store/opening.py, module: 2 -> 3",
    ),
    "how long a time stamp may stay the same is a guess, and a nanosecond more or less as good": (
        "data/store/intake.py, module: 2 -> 3",
        "data/store/intake.py, module: 10 -> 11",
        "data/store/intake.py, module: 9 -> 10",
        "data/store/intake.py, Intake.waiting: time_ns() - touched > SETTLED -> time_ns() - touched >= SETTLED",
    ),
    "a wait is never longer than the longest, which is less than the time after which failures are forgotten": (
        "data/accounts/attempts.py, Attempts.wait: gone >= FORGOTTEN -> gone > FORGOTTEN",
        "data/accounts/attempts.py, Attempts.wait: 20 -> 21",
    ),
    "what has ended opens nothing, kept for a moment more or not": (
        "data/accounts/accounts.py, Accounts._begin: held.ends > now -> held.ends >= now",
        "data/accounts/accounts.py, Accounts._invite: known.ends > now -> known.ends >= now",
    ),
    "a sample of a run was predicted as it was before any variant of it": (
        "data/flips/samples.py, answered_sample: '' -> 'planted'",
    ),
    "four keys in a row of it are also in those of other keyboards": (
        "data/accounts/passwords.py, module: 'qwertyuiop' -> ''",
    ),
    "what has the same parts was told before": (
        "data/flips/described.py, _change: before <= after -> before < after",
        "data/flips/described.py, _change: after <= before -> after < before",
    ),
    "None is as false as False": ("data/flips/described.py, _Look._of_words: return False -> return None",),
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
        "data/store/recording.py, Recorder._carry:"
        " sorted({duplicate.text for duplicate in duplicates.values() if duplicate})"
        " -> list({duplicate.text for duplicate in duplicates.values() if duplicate})",
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
    "a revision is compared with an earlier one and means nothing else": (
        "data/store/intake.py, Intake.refresh: 1 -> 2",
        "data/store/intake.py, Intake.__init__: 0 -> 1",
    ),
    "how fast a machine is that nobody has timed is a guess": (
        "data/runs/estimate.py, module: 30.0 -> 31.0",
        "data/runs/estimate.py, module: 300.0 -> 301.0",
        "data/runs/estimate.py, module: 1000.0 -> 1001.0",
        "data/runs/estimate.py, module: 8000.0 -> 8001.0",
    ),
    "what learns nothing costs nothing to train, however many examples there are": (
        "data/runs/estimate.py, _of_model: 0 -> 1",
        "data/runs/estimate.py, _of_model: 0 -> 1 (2)",
    ),
    "a table reads the same by one thread and by several": (
        "data/runs/files.py, predictions_in: pq.read_table(path, columns=columns, use_threads=False)"
        " -> pq.read_table(path, columns=columns)",
        "data/runs/files.py, predictions_in: False -> True",
        "data/study/sampling.py, _picks: pq.read_table(file.path, columns=['id', 'variant_id', gold, 'edits',"
        " 'perturbed'], use_threads=False) -> pq.read_table(file.path, columns=['id', 'variant_id', gold, 'edits',"
        " 'perturbed'])",
        "data/study/sampling.py, _picks: False -> True",
    ),
    "whoever waits sees the same a moment later": ("data/runs/remote_executor.py, module: 0.1 -> 1.1",),
    "two models are compared, each with as many labels": (
        "data/runs/measures/compared.py, _kappas: zip(sides.before, sides.after, strict=True)"
        " -> zip(sides.before, sides.after)",
        "data/runs/measures/compared.py, _kappas: True -> False",
        "data/runs/measures/compared.py, shares.compare: zip(sides.before, sides.after, strict=True)"
        " -> zip(sides.before, sides.after)",
        "data/runs/measures/compared.py, shares.compare: True -> False",
        "data/runs/measures/compared.py, shares.compare: zip(*each, strict=True) -> zip(*each)",
        "data/runs/measures/compared.py, shares.compare: True -> False (2)",
        "data/runs/measures/compared.py, shares.compare: zip(*each, strict=True) -> zip(*each) (2)",
        "data/runs/measures/compared.py, shares.compare: True -> False (3)",
    ),
    "the units that are prefetched together are of one model": (
        "data/runs/units.py, prefetch: 0 -> 1",
        "data/runs/units.py, prefetch: 0 -> 1 (2)",
        "data/runs/units.py, prefetch: 0 -> 1 (3)",
    ),
    "a system whose own encoding is UTF-8 reads the same without a word of it": (
        "data/study/files.py, _read: (folder / DESIGN).read_text(encoding='utf-8') -> (folder / DESIGN).read_text()",
        "data/study/files.py, _read: (folder / ITEMS).read_text(encoding='utf-8') -> (folder / ITEMS).read_text()",
    ),
    "what joins the texts is no part of them, and holds no half of a character": (
        "curation/rules.py, _check_text: '' -> 'planted'",
    ),
}
EQUIVALENT = {name: reason for reason, names in _REASONS.items() for name in names}
