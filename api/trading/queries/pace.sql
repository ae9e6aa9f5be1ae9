-- How the running classic sales among $1 move: the lot under the hammer, and the time from hammer to hammer over the last 30
-- lots, because star lots take longer than small ones. Fewer than four hammers have no pace.
select
    trade.catalog_id as "catalog_id!",
    lot.catalog_lot_id as "current_number?",
    case when last.lots >= 4 and last.seconds > 0 then last.seconds / (last.lots - 1) end as "seconds_per_lot?"
from catalog_trade as trade
join catalog on catalog.id = trade.catalog_id and catalog.catalog_type = 0
left join lot on lot.id = trade.current_lot_id
cross join lateral (
    select count(*) as lots, extract(epoch from max(end_trade_time) - min(end_trade_time))::float8 as seconds
    from (
        select end_trade_time from lot_trade
        where lot_trade.catalog_id = trade.catalog_id and is_bidding_over and end_trade_time is not null
        order by end_trade_time desc limit 30
    ) as hammered
) as last
where trade.catalog_id = any($1) and catalog_is_running(trade.state)
