select distinct cell
from candidates
where twin in (select twin from candidates where cell = ?)
