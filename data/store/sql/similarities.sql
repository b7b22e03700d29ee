select similarity from (
    select * from hints where cell = ?
    qualify row_number() over (partition by candidate_id order by part desc) = 1
)
where similarity is not null
order by similarity
