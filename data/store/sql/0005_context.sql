alter table hints add column context double;
