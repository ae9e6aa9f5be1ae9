-- The rows of a house's grid, by number: the lots of a catalog ($2; null: the house's storage), or only those in $3.
select
    lot.id,
    lot.catalog_id,
    lot.catalog_lot_id,
    lot.title_ru,
    array(
        select author.name from lot_author join author on author.id = lot_author.author_id
        where lot_author.lot_id = lot.id order by lot_author.position
    ) as "authors!",
    lot.category_id,
    lot.period,
    lot.materials,
    lot.size,
    lot.currency,
    lot.start_price,
    lot.reserve_price,
    lot.estimated_from,
    lot.estimated_to,
    lot.hidden,
    coalesce(lot_trade.state, 0::smallint) as "state!",
    coalesce(lot_trade.is_bidding_over, false) as "is_bidding_over!",
    coalesce(lot_trade.bets_count, 0) as "bets_count!",
    catalog_trade.state as "catalog_state?",
    lot_trade.leading_value as "leading_value?",
    images.count as "images_count!",
    picture.id as "picture_id?",
    picture.width as "picture_width?",
    picture.height as "picture_height?",
    picture.alt as "picture_alt?"
from lot
left join catalog_trade on catalog_trade.catalog_id = lot.catalog_id
left join lot_trade on lot_trade.lot_id = lot.id
cross join lateral (
    select count(*), (array_agg(picture_id order by position))[1] as first from lot_image where lot_image.lot_id = lot.id
) as images
left join picture on picture.id = images.first
where lot.house_id = $1 and lot.deleted is null
    and case when $3::bigint[] is null then lot.catalog_id is not distinct from $2 else lot.id = any($3) end
order by lot.catalog_lot_id, lot.id
