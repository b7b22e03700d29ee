alter table candidates add column twin ubigint;
