select candidate_id, similarity, json_array_length(issues), context
from hints
where cell = ?
qualify row_number() over (partition by candidate_id order by part desc) = 1
