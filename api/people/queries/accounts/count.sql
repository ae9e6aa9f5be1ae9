-- Counts the accounts that list.sql lists. $1 to $8 as there.
select count(*) as "count!"
from account a
where case when $1 then a.deleted is not null else a.deleted is null end
    and ($2::text is null
        or (lower(a.display_name) || ' ' || coalesce(a.email, '') || ' ' || coalesce(a.phone, '')) like $2
        or a.id = $3 or a.phone = $4
        or not $1 and exists (select from account d where d.merged_into = a.id and (d.phone = $5 or d.email = $5))
        or $1 and exists (select from deleted_account d join account owner on owner.id = d.account_id
            where coalesce(owner.merged_into, owner.id) = a.id and (d.phone = $5 or d.email = $5)))
    and ($6::integer is null or a.roles & $6 = $6)
    and ($7::bigint is null
        or exists (select from house_staff s where s.account_id = a.id and s.house_id = $7)
        or exists (select from catalog_auctioneer x join catalog c on c.id = x.catalog_id
            where x.account_id = a.id and c.house_id = $7))
    and (not $8
        or exists (select from house_staff s where s.account_id = a.id)
        or exists (select from catalog_auctioneer x where x.account_id = a.id))
