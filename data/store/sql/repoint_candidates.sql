update candidates
set file = $file, row_number = v.file_row_number
from (
    select variant_id, file_row_number from read_parquet($path, file_row_number = true) where perturbed
) v
where
    candidates.cell = $cell
    and candidates.id = v.variant_id
    and candidates.file in (select number from files where recipe = $recipe and number <> $file)
