-- Lots that are about to change: those of $1, and all of the catalog $2. «No key update» lets bets go on, whose foreign
-- keys share the key; always in the order of ids, so that no two changes wait for each other.
select
    lot.id,
    lot.house_id,
    lot.catalog_id,
    lot.catalog_lot_id,
    lot.currency,
    lot.title_ru,
    lot.description_ru,
    array(
        select author.name from lot_author join author on author.id = lot_author.author_id
        where lot_author.lot_id = lot.id order by lot_author.position
    ) as "authors!",
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
