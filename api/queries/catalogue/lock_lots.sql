-- Lots that are about to change: those of $1, and all of the catalog $2. «No key update» lets bets go on, whose foreign
-- keys share the key; always in the order of ids, so that no two changes wait for each other. Of other tables nothing is read here: after a
-- wait it would be what they said before it.
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
