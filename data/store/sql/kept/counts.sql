insert into cell_counts
select
    (select coalesce(max(number), 0) from cell_counts) + row_number() over (order by number), job, cell_id, samples,
    not_applicable
from old.cell_counts
where (job, cell_id) not in (select (job, cell_id) from cell_counts)
