-- Lots on which a person, by any of the accounts $1, has a standing bet or an order, by its latest activity there. $2 and $3 restrict them to a catalog
-- and a lot; $4 lists the houses whose hidden lots the account may see, null for all.
select
    mine.lot_id as "lot_id!",
    max(mine.bet_id) as "bet_id?",
    max(mine.absentee) as "absentee?"
from (
    select lot_id, catalog_id, id as bet_id, null::bigint as absentee, at
    from bet where account_id = any($1) and revoked is null
    union all
    select lot_id, catalog_id, null, value, at
    from absentee_order where account_id = any($1)
) as mine
join lot_listing on lot_listing.lot_id = mine.lot_id
where ($2::bigint is null or mine.catalog_id = $2)
    and ($3::bigint is null or mine.lot_id = $3)
    and (not lot_listing.is_hidden or $4::bigint[] is null or lot_listing.house_id = any($4))
group by mine.lot_id
order by max(mine.at) desc, mine.lot_id desc
