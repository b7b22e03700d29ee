select id, sample_id, seed, gold_label, place, file, row_number
from (
    select *, row_number() over (order by position, id) - 1 as place
    from candidates
    where cell = $cell
)
where id in (select unnest($ids))
order by place
