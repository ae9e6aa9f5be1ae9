-- The lots of a catalog for a screen in the hall, by number: what everyone in the hall may know, and nothing else.
select
    lot.id,
    lot.catalog_lot_id as "number!",
    lot.title_ru,
    array(
        select author.name from lot_author join author on author.id = lot_author.author_id
        where lot_author.lot_id = lot.id order by lot_author.position
    ) as "authors!",
    coalesce(lot_trade.state, 0::smallint) as "state!",
    coalesce(lot_trade.is_bidding_over, false) as "is_bidding_over!",
    lot_trade.end_trade_time as "end_trade_time?",
    lot_trade.warned_at as "warned_at?",
    coalesce(lot_trade.together, '{}') as "together!",
    coalesce(lot_trade.is_choice, false) as "is_choice!",
    lot.start_price,
    lot_trade.leading_value as "leading_value?",
    lot_trade.leading_participant as "leading_participant?",
    lot_trade.leading_paddle as "leading_paddle?",
    coalesce(lot_trade.version, 0) as "version!",
    picture.id as "picture_id?",
    picture.width as "picture_width?",
    picture.height as "picture_height?",
    picture.alt as "picture_alt?"
from lot
left join lot_trade on lot_trade.lot_id = lot.id
left join lot_image on lot_image.lot_id = lot.id
    and lot_image.position = (select min(position) from lot_image as first where first.lot_id = lot.id)
left join picture on picture.id = lot_image.picture_id
where lot.catalog_id = $1 and lot.deleted is null and not lot.hidden
order by lot.catalog_lot_id
