create table files (number integer, path varchar, recipe varchar);
alter table candidates add column file integer;
alter table candidates add column row_number integer;
alter table candidates alter column position type ubigint;
