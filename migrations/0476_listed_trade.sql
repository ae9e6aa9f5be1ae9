-- What a lot's listing row shows of its trade. Bets change nothing else of it, so they rewrite these columns only.
create view listed_trade as
select lot.id as lot_id,
    coalesce(lot_trade.state, 0)::smallint as lot_state,
    -- A cancelled sale leaves lots whose bidding never began.
    coalesce(lot_trade.is_bidding_over or catalog_is_finished(catalog_trade.state), false) as is_bidding_over,
    coalesce(lot_trade.leading_value, lot.start_price) as price,
    -- Only open lots take bets.
    case when lot_trade.state = 1 and not lot_trade.is_bidding_over then null
        else coalesce(lot_trade.leading_value, lot.start_price) end as settled_price,
    lot_trade.end_trade_time,
    coalesce(lot_trade.bets_count, 0) as bets_count
from lot
left join lot_trade on lot_trade.lot_id = lot.id
left join catalog_trade on catalog_trade.catalog_id = lot.catalog_id;

-- A row holds jobs of many rooms. Up to this size it is stored as it is: compressing it would take longer than writing it.
alter table outbox set (toast_tuple_target = 8160);
