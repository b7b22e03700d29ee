create table settings (name varchar, value varchar);
create table cells (
    number integer, id varchar, dataset varchar, split varchar, perturbation varchar, severity varchar
);
create table cell_counts (number integer, job varchar, cell_id varchar, samples integer, not_applicable integer);
create table candidates (
    cell integer, position integer, id varchar, sample_id varchar, gold_label varchar, seed bigint, rewrites varchar
);
create table hints (
    cell integer, candidate_id varchar, part integer, similarity double, similarity_engine varchar,
    issues varchar, issues_before integer, grammar_engine varchar
);
create table decisions (
    number bigint, id varchar primary key, candidate_id varchar, annotator varchar, verdict varchar,
    decided_at timestamp, label varchar, reason varchar, note varchar, milliseconds bigint,
    hints_visible boolean, undoes varchar
);
create table parts (number integer, name varchar);
