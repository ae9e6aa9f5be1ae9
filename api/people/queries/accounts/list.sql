-- Lists accounts for admins. $1 selects deleted accounts instead of live ones; $2 is a pattern of the name or a contact,
-- $3 an id, $4 a phone number, $5 the full contact of a deleted account or of one merged into the listed one; $6 role flags; $7 a house whose staff to list;
-- $8 selects staff of any house; $9 limit; $10 offset; $11 now.
select a.id, a.display_name, a.roles, a.phone, a.email, a.unproved_phone, a.unproved_email, a.photo, a.created, a.deleted, a.merged_into,
    (select max(s.last_seen) from session s where s.account_id = a.id and s.name is null) as last_seen,
    array(select house_id from house_staff where account_id = a.id and is_manager order by 1) as "manager_of!",
    array(select house_id from house_staff where account_id = a.id and is_owner order by 1) as "owner_of!",
    array(select house_id from house_staff where account_id = a.id and is_newsmaker order by 1) as "newsmaker_of!",
    array(select x.catalog_id from catalog_auctioneer x where x.account_id = a.id order by 1) as "auctioneer_of!",
    (select d.erase_after from deleted_account d
        where d.account_id = a.id and a.merged_into is null and d.erase_after > $11) as restorable_until
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
order by a.id desc
limit $9 offset $10
