alter table decisions add column probe boolean default false;
