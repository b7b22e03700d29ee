insert into decisions
select ? + row_number() over (), *, ?, ? from (
    select
        unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::varchar[]),
        unnest(?::timestamp[]), unnest(?::varchar[]), unnest(?::varchar[]), unnest(?::varchar[]),
        unnest(?::bigint[]), unnest(?::boolean[]), unnest(?::varchar[]), unnest(?::boolean[]),
        unnest(?::boolean[]), unnest(?::boolean[]), unnest(?::double[]), unnest(?::bigint[])
)
