select distinct cell
from candidates
where text_hash in (select text_hash from candidates where cell = ?)
