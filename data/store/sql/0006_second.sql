alter table decisions add column second boolean default false;
