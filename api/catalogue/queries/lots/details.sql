-- What a lot's page shows beyond its list entry. $2 is the viewer's account; $3 says whether hidden neighbours count.
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
    (select value from absentee_order as mine where mine.lot_id = lot.id and mine.account_id = $2) as "my_absentee?",
    (
        select value from bet
        where bet.lot_id = lot.id and bet.catalog_id = lot.catalog_id
            and bet.account_id in (select id from account where id = $2 or merged_into = $2) and bet.revoked is null
        order by bet.id desc limit 1
    ) as "my_last_bet?",
    (
        select other.id from lot as other
        where other.catalog_id = lot.catalog_id and other.catalog_lot_id < lot.catalog_lot_id
            and other.deleted is null and (not other.hidden or $3)
        order by other.catalog_lot_id desc limit 1
    ) as "prev_lot_id?",
    (
        select other.id from lot as other
        where other.catalog_id = lot.catalog_id and other.catalog_lot_id > lot.catalog_lot_id
            and other.deleted is null and (not other.hidden or $3)
        order by other.catalog_lot_id limit 1
    ) as "next_lot_id?"
from lot
where lot.id = $1
