create table layout (version integer);
create table cells (
    number integer, id varchar, dataset varchar, split varchar, perturbation varchar, severity varchar
);
create table cell_counts (number integer, job varchar, cell_id varchar, samples integer, not_applicable integer);
create table files (number integer, path varchar, recipe varchar);
create table candidates (
    cell integer, position ubigint, id varchar, sample_id varchar, gold_label varchar, seed bigint, file integer,
    row_number integer, text_hash ubigint
);
create table hints (
    cell integer, candidate_id varchar, part integer, similarity double, similarity_engine varchar,
    issues varchar, issues_before integer, grammar_engine varchar, context double
);
create table decisions (
    number bigint, id varchar primary key, candidate_id varchar, annotator varchar, verdict varchar,
    decided_at timestamp, label varchar, reason varchar, note varchar, milliseconds bigint,
    hints_visible boolean, undoes varchar, second boolean, settles boolean, probe boolean, propensity double,
    drawn_from bigint, log_size bigint, log_checksum varchar
);
create table parts (number integer, name varchar);
