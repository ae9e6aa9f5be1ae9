-- Locks lots that are about to change: those in $1, and all of catalog $2. `no key update` does not block bets, whose foreign
-- keys only share the key. Locking in id order prevents deadlocks between changes. Reads no other table: after a wait for a
-- lock, its rows would date from before the wait.
select
    lot.id,
    lot.house_id,
    lot.catalog_id,
    lot.catalog_lot_id,
    lot.currency,
    lot.title_ru,
    lot.description_ru,
    lot.is_attributed_authorship,
    lot.category_id,
    lot.period,
    lot.materials,
    lot.size,
    lot.source_country_ru,
    lot.weight,
    lot.notes,
    lot.auctioneer_note,
    lot.video_links,
    lot.start_price,
    lot.reserve_price,
    lot.estimated_from,
    lot.estimated_to,
    lot.top,
    lot.hidden
from lot
where (lot.id = any($1) or lot.catalog_id = $2) and lot.deleted is null
order by lot.id
for no key update of lot
