insert into candidates by name
select c.* exclude (cell, file), cell.number as cell, file.number as file
from old.candidates c
join old.cells old_cell on old_cell.number = c.cell
join cells cell on cell.id = old_cell.id
join old.files old_file on old_file.number = c.file
join files file on file.path = old_file.path
where not exists (select 1 from candidates known where known.cell = cell.number and known.id = c.id)
