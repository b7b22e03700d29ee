insert into candidates
select c.number, p.position, p.id, p.sample_id, p.gold_label, p.seed, p.rewrites
from read_parquet(?) p
join cells c using (dataset, split, perturbation, severity)
where p.id not in (select id from candidates)
