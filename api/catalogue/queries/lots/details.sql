-- What a lot's page shows beyond its list entry. The viewer's own bets are in own_bets.sql.
select
    lot.description_ru,
    lot.is_attributed_authorship,
    lot.source_country_ru,
    lot.weight,
    lot.notes,
    lot.auctioneer_note,
    lot.video_links,
    coalesce((select views from lot_view_count where lot_view_count.lot_id = lot.id), 0) as "views_count!",
    (select count(*) from favourite where favourite.lot_id = lot.id) as "favourites!",
    (select count(*) from lot_subscription where lot_subscription.lot_id = lot.id) as "subscriptions!",
    (
        select other.id from lot as other
        where other.catalog_id = lot.catalog_id and other.catalog_lot_id < lot.catalog_lot_id
            and other.deleted is null
        order by other.catalog_lot_id desc limit 1
    ) as "prev_lot_id?",
    (
        select other.id from lot as other
        where other.catalog_id = lot.catalog_id and other.catalog_lot_id < lot.catalog_lot_id
            and other.deleted is null and not other.hidden
        order by other.catalog_lot_id desc limit 1
    ) as "prev_public_lot_id?",
    (
        select other.id from lot as other
        where other.catalog_id = lot.catalog_id and other.catalog_lot_id > lot.catalog_lot_id
            and other.deleted is null
        order by other.catalog_lot_id limit 1
    ) as "next_lot_id?",
    (
        select other.id from lot as other
        where other.catalog_id = lot.catalog_id and other.catalog_lot_id > lot.catalog_lot_id
            and other.deleted is null and not other.hidden
        order by other.catalog_lot_id limit 1
    ) as "next_public_lot_id?"
from lot
where lot.id = $1
