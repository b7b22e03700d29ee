with mine as (select distinct twin from candidates where cell = $cell and twin is not null),
sizes as (
    select twin, count(*) as copies from candidates
    where twin in (select twin from mine)
    group by twin
    having count(*) > 1
)
select c.id, c.twin, c.cell, sizes.copies
from candidates c
join sizes on c.twin = sizes.twin
where c.cell = $cell or c.id in (select candidate_id from decisions)
order by c.id
