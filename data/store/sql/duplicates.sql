with mine as (select distinct text_hash from candidates where cell = $cell and text_hash is not null),
sizes as (
    select text_hash, count(*) as copies from candidates
    where text_hash in (select text_hash from mine)
    group by text_hash
    having count(*) > 1
)
select c.id, c.text_hash, c.cell, sizes.copies
from candidates c
join sizes on c.text_hash = sizes.text_hash
where c.cell = $cell or c.id in (select candidate_id from decisions)
order by c.id
