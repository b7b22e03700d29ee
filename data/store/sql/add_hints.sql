insert into hints
select
    c.cell, h.candidate_id, ?, h.similarity, h.similarity_engine, h.issues, h.issues_before, h.grammar_engine,
    h.context
from (
    from read_parquet(?)
    union all by name
    select null::double as context where false -- hints of before have no such column
) h
join candidates c on c.id = h.candidate_id
