insert into candidates (cell, position, id, sample_id, gold_label, seed, file, row_number, text_hash)
select $cell, v."order", v.variant_id, v.id, {gold}, $seed, $file, v.file_row_number, {text_hash}
from read_parquet($path, file_row_number = true) v
where v.perturbed and v.variant_id not in (select id from candidates where cell = $cell)
