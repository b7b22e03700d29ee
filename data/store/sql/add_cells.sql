insert into cells
select ? + row_number() over (order by id), * from (
    select unnest(?) as id, unnest(?) as dataset, unnest(?) as split, unnest(?) as perturbation, unnest(?) as severity
)
