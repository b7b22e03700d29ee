alter table decisions add column settles boolean default false;
