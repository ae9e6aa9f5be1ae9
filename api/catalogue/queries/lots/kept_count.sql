-- Counts the lots that kept.sql lists. $1 to $3 as there.
select count(*) as "count!"
from (
    select lot_id from favourite where account_id = $1 and $2
    union all
    select lot_id from lot_subscription where account_id = $1 and not $2
) as kept
join lot_listing on lot_listing.lot_id = kept.lot_id
where not lot_listing.is_hidden or $3::bigint[] is null or lot_listing.house_id = any($3)
