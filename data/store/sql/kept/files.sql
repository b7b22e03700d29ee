insert into files
select (select coalesce(max(number), 0) from files) + row_number() over (order by number), path, recipe
from old.files
where path not in (select path from files)
