-- Writes what bets change in the listing rows of the given lots. The caller holds the locks of `lock_lots.sql`.
update lot_listing as listed
set lot_state = trade.lot_state,
    is_bidding_over = trade.is_bidding_over,
    price = trade.price,
    settled_price = trade.settled_price,
    end_trade_time = trade.end_trade_time,
    bets_count = trade.bets_count
from listed_trade as trade
where listed.lot_id = trade.lot_id and trade.lot_id = any($1)
returning listed.lot_id
