alter table decisions add column propensity double default 0;
alter table decisions add column drawn_from bigint default 0;
