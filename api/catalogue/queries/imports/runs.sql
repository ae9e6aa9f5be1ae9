-- Runs of imports of the house $1, the latest $3, or the run $2 alone; without their reports.
select r.id, r.catalog_id, c.title as catalog_title, a.display_name as account_name, r.file_name, r.dry_run, r.started,
    r.ended, r.applied, r.counts as "counts: Json<ImportRunCounts>", r.problem
from import_run r
join catalog c on c.id = r.catalog_id
join account a on a.id = r.account_id
where r.house_id = $1 and ($2::bigint is null or r.id = $2)
order by r.id desc
limit $3
