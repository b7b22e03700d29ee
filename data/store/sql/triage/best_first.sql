select c.id
from candidates c
left join (
    select * from hints where cell = $cell
    qualify row_number() over (partition by candidate_id order by part desc) = 1
) h on h.candidate_id = c.id
where c.cell = $cell
order by
    h.context desc nulls last, json_array_length(h.issues) nulls last, h.similarity desc nulls last, c.position, c.id
