select
    c.id, c.sample_id, c.seed, c.gold_label, c.file, c.row_number,
    h.candidate_id, h.similarity, h.similarity_engine, h.issues, h.issues_before, h.grammar_engine,
    h.context
from candidates c
left join (
    select * from hints where cell = $cell
    qualify row_number() over (partition by candidate_id order by part desc) = 1
) h on h.candidate_id = c.id
where c.cell = $cell and c.id in (select unnest($ids))
