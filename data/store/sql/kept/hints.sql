insert into hints by name
select h.* exclude (cell, part), cell.number as cell, 0 as part
from old.hints h
join old.cells old_cell on old_cell.number = h.cell
join cells cell on cell.id = old_cell.id
where
    not exists (select 1 from hints known where known.cell = cell.number and known.candidate_id = h.candidate_id)
    and exists (select 1 from candidates c where c.cell = cell.number and c.id = h.candidate_id)
