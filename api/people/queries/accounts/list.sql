-- Lists accounts for admins. $1 selects deleted accounts instead of live ones; $2 has patterns that match the name or a
-- contact, $3 is an id, $4 a phone number, $5 the full contact of a deleted account or of one merged into the listed one; $6 role
-- flags; $7 a house whose staff to list; $8 selects staff of any house; $9 limit; $10 offset; $11 now; $12 the order; $13 a
-- pattern of what begins with the search: without an order the best match is first; $14 patterns of what begins a word. A plan
-- for the given order drops the other keys, so that an index may have it.
select a.id, a.display_name, a.roles, a.phone, a.email, a.unproved_phone, a.unproved_email, a.photo, a.created, a.deleted, a.merged_into,
    (select max(s.last_seen) from session s where s.account_id = a.id and s.name is null) as last_seen,
    array(select house_id from house_staff where account_id = a.id and is_manager order by 1) as "manager_of!",
    array(select house_id from house_staff where account_id = a.id and is_owner order by 1) as "owner_of!",
    array(select house_id from house_staff where account_id = a.id and is_newsmaker order by 1) as "newsmaker_of!",
    array(select x.catalog_id from catalog_auctioneer x where x.account_id = a.id order by 1) as "auctioneer_of!",
    array(select c.title from catalog_auctioneer x join catalog c on c.id = x.catalog_id where x.account_id = a.id
        order by x.catalog_id) as "auctioneer_of_titles!",
    (select d.erase_after from deleted_account d
        where d.account_id = a.id and a.merged_into is null and d.erase_after > $11) as restorable_until
from account a
where (a.deleted is not null) = $1
    and ($2::text[] is null and $6::integer is null and $7::bigint is null and not $8
        or account_is_listed(a, $1, $2, $14, $3, $4, $5, $6, $7, $8))
order by
    case when $12::text is null and $2 is not null then case
        when a.id = $3 or a.phone = $4 or a.email = $5 then 0
        when translate(lower(a.display_name), 'ё', 'е') like $13 then 1
        when ' ' || translate(lower(a.display_name), 'ё', 'е') like '% ' || $13 then 2
        else 3
    end end,
    case when $12 = 'name' then translate(lower(a.display_name), 'ё', 'е') end,
    case when $12 = '-name' then translate(lower(a.display_name), 'ё', 'е') end desc,
    case when $12 = 'seen' then (select max(s.last_seen) from session s where s.account_id = a.id and s.name is null) end,
    case when $12 = '-seen' then (select max(s.last_seen) from session s where s.account_id = a.id and s.name is null) end
        desc nulls last,
    case when $12 = 'created' then a.created end,
    case when $12 = '-created' then a.created end desc,
    case when $12 in ('name', 'seen', 'created') then a.id end,
    a.id desc
limit $9 offset $10
