select d.*
from decisions d
where d.candidate_id in (select id from candidates where cell = $cell)
order by d.number
