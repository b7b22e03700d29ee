insert into hints
select
    c.cell, h.candidate_id, ?, h.similarity, h.similarity_engine, h.issues, h.issues_before, h.grammar_engine,
    h.context
from read_parquet(?) h
join candidates c on c.id = h.candidate_id
