-- Lots for lists, in the order of $1. The viewer's own part is in personal.sql.
select
    lot.id,
    lot.catalog_id,
    lot.catalog_lot_id,
    lot.house_id,
    house.name_ru as house_name_ru,
    catalog.catalog_type as "catalog_type?",
    catalog_trade.state as "catalog_state?",
    catalog.title as "catalog_title?",
    lot.title_ru,
    array(
        select author.name from lot_author join author on author.id = lot_author.author_id
        where lot_author.lot_id = lot.id order by lot_author.position
    ) as "authors!",
    (
        select author_id from lot_author where lot_author.lot_id = lot.id order by lot_author.position limit 1
    ) as "author_id?",
    lot.period,
    lot.size,
    lot.materials,
    coalesce(lot_trade.state, 0::smallint) as "state!",
    coalesce(lot_trade.is_bidding_over, false) as "is_bidding_over!",
    lot_trade.start_trade_time as "start_trade_time?",
    lot_trade.end_trade_time as "end_trade_time?",
    lot_trade.warned_at as "warned_at?",
    coalesce(lot_trade.together, '{}') as "together!",
    coalesce(lot_trade.is_choice, false) as "is_choice!",
    catalog_trade.paused_at as "catalog_paused_at?",
    coalesce(catalog_trade.start_date, catalog.start_date) as "catalog_start_date?",
    coalesce(catalog_trade.end_date, catalog.end_date) as "catalog_end_date?",
    lot.top,
    (
        case
            when catalog.catalog_type in (0, 1) then catalog.commission
            when catalog.catalog_type = 3 then house.commission
            else 0
        end
    )::float8 as "commission!",
    lot.start_price,
    lot.reserve_price,
    lot.estimated_from,
    lot.estimated_to,
    lot.currency,
    -- Without a room: the minimum of the first bet.
    coalesce(lot_trade.min_bet, greatest(10, (lot.start_price + 9) / 10 * 10)) as "min_bet!",
    lot_trade.reserve_state as "reserve_state?",
    lot_trade.leading_bet_id as "leading_bet_id?",
    lot_trade.leading_value as "leading_value?",
    lot_trade.leading_at as "leading_at?",
    lot_trade.leading_account_id as "leading_account_id?",
    lot_trade.leading_participant as "leading_participant?",
    lot_trade.leading_paddle as "leading_paddle?",
    lot_trade.leading_is_absentee as "leading_is_absentee?",
    coalesce(lot_trade.bets_count, 0) as "bets_count!",
    coalesce(lot_trade.version, 0) as "version!",
    lot.created,
    not lot_is_public(lot, catalog, catalog_trade, house) as "hidden!",
    lot.category_id,
    category.code as "class_code?",
    picture.id as "picture_id?",
    picture.width as "picture_width?",
    picture.height as "picture_height?",
    picture.alt as "picture_alt?"
from unnest($1::bigint[]) with ordinality as wanted (id, position)
join lot on lot.id = wanted.id
join house on house.id = lot.house_id
left join catalog on catalog.id = lot.catalog_id
left join catalog_trade on catalog_trade.catalog_id = lot.catalog_id
left join lot_trade on lot_trade.lot_id = lot.id
left join category on category.id = lot.category_id
left join lot_image on lot_image.lot_id = lot.id
    and lot_image.position = (select min(position) from lot_image as first where first.lot_id = lot.id)
left join picture on picture.id = lot_image.picture_id
where lot.deleted is null
order by wanted.position
