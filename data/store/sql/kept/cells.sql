insert into cells
select
    (select coalesce(max(number), 0) from cells) + row_number() over (order by number), id, dataset, split, perturbation,
    severity
from old.cells
where id not in (select id from cells)
