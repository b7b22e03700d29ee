select
    c.id, c.sample_id, c.gold_label,
    h.similarity, json_array_length(h.issues), h.context, {length}, v.edits, {touched} / greatest({length}, 1)
from candidates c
join read_parquet($path, file_row_number = true) v on v.file_row_number = c.row_number
left join (
    select * from hints where cell = $cell
    qualify row_number() over (partition by candidate_id order by part desc) = 1
) h on h.candidate_id = c.id
where c.cell = $cell and c.file = $file and (not $judged or c.id in (select candidate_id from decisions))
order by c.position, c.id
