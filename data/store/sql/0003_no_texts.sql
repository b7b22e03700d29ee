alter table candidates drop column rewrites;
