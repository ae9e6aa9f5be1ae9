-- Lots that a person watches (by account $2), or bet on or ordered (by any of the accounts $1), in sales that run, start before
-- $4, or whose lot was hammered after $5; those that come up first. $3 lists the houses whose hidden lots the account may see,
-- null for all.
with mine as (
    select found.lot_id, max(found.bet) as bet, max(found.absentee) as absentee
    from (
        select lot_id, catalog_id, value as bet, null::bigint as absentee
        from bet where account_id = any($1) and revoked is null
        union all
        select lot_id, catalog_id, null, value from absentee_order where account_id = any($1)
        union all
        select lot_id, null, null, null from favourite where account_id = $2
        union all
        select lot_id, null, null, null from lot_subscription where account_id = $2
    ) as found
    -- A bet in a sale that its lot has left belongs to that sale.
    join lot on lot.id = found.lot_id and coalesce(found.catalog_id, lot.catalog_id) = lot.catalog_id
    group by found.lot_id
), evening as (
    select
        mine.*,
        listing.catalog_id,
        listing.catalog_lot_id,
        listing.is_hidden,
        catalog.catalog_type,
        trade.state,
        coalesce(trade.start_date, catalog.start_date) as start_date,
        coalesce(lot_trade.is_bidding_over, false) as is_over,
        coalesce(lot_trade.end_trade_time, trade.end_date, catalog.end_date) as end_date
    from mine
    join lot_listing as listing on listing.lot_id = mine.lot_id
    join catalog on catalog.id = listing.catalog_id and catalog.catalog_type in (0, 1)
    join catalog_trade as trade on trade.catalog_id = catalog.id
    left join lot_trade on lot_trade.lot_id = mine.lot_id
    where (not listing.is_hidden or $3::bigint[] is null or listing.house_id = any($3))
        and (
            catalog_is_running(trade.state) and (not coalesce(lot_trade.is_bidding_over, false) or lot_trade.end_trade_time > $5)
            or trade.state = 0 and coalesce(trade.start_date, catalog.start_date) < $4
            or trade.state = 2 and lot_trade.end_trade_time > $5
        )
), to_come as (
    select next.lot_id, next.place
    from catalog as catalog
    join catalog_trade as trade on trade.catalog_id = catalog.id
    join house on house.id = catalog.house_id
    cross join lateral lots_to_come(catalog, trade, house, null) as next
    where catalog.id in (select catalog_id from evening where catalog_type = 0 and catalog_is_running(state) and not is_over)
)
select
    evening.lot_id as "lot_id!",
    evening.catalog_id as "catalog_id!",
    evening.bet as "bet?",
    evening.absentee as "absentee?",
    case when evening.catalog_type = 0 and catalog_is_running(evening.state) and not evening.is_over and not evening.is_hidden
        -- What is neither over nor to come is on the block, by itself or with the current lot.
        then coalesce(to_come.place, 0) end as "ahead?"
from evening
left join to_come on to_come.lot_id = evening.lot_id
order by
    evening.is_over,
    case when evening.state = 0 then evening.start_date end nulls first,
    case when evening.catalog_type = 1 then evening.end_date end nulls first,
    evening.catalog_lot_id,
    evening.lot_id
limit 200
