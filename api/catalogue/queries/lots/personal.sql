-- The viewer's own part of the lots $1; $2 is their account.
select
    lot.id,
    participant.number as "participant?",
    exists (select from favourite where favourite.lot_id = lot.id and favourite.account_id = $2) as "is_favourite!",
    exists (
        select from lot_subscription where lot_subscription.lot_id = lot.id and lot_subscription.account_id = $2
    ) as "is_subscribed!"
from lot
left join participant on participant.catalog_id = lot.catalog_id and participant.account_id = $2
where lot.id = any($1)
