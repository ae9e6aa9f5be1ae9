-- The lots that account $1 keeps as favourites ($2) or subscribes to, latest first. $3 lists the houses whose hidden lots
-- the account may see, null for all; $4 limit; $5 offset.
select kept.lot_id as "lot_id!"
from (
    select lot_id, created from favourite where account_id = $1 and $2
    union all
    select lot_id, created from lot_subscription where account_id = $1 and not $2
) as kept
join lot_listing on lot_listing.lot_id = kept.lot_id
where not lot_listing.is_hidden or $3::bigint[] is null or lot_listing.house_id = any($3)
order by kept.created desc, kept.lot_id desc
limit $4 offset $5
