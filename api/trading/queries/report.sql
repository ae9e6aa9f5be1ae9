-- Every bet of a catalog, by lot, earliest first, with the lot's outcome in this catalog. A lot that left it keeps its number
-- here if it left after the end; one that was taken out before has neither number nor outcome.
select
    lot.title_ru,
    coalesce(case when lot.catalog_id = $1 then lot.catalog_lot_id end, unsold_lot.number) as number,
    bet.value,
    bet.at,
    bet.participant,
    coalesce(account.display_name, holder.name) as name,
    coalesce(case when not account.unproved_phone then account.phone end, holder.phone) as phone,
    case when not account.unproved_email then account.email end as email,
    bet.paddle,
    bet.is_absentee,
    bet.is_visible,
    bet.revoked,
    coalesce(lot_trade.leading_bet_id = bet.id, false) as "is_leading!",
    case when lot_trade.is_choice then '{}' else coalesce(lot_trade.together, '{}') end as "together!",
    coalesce(lot_is_sold(lot_trade.state), false) as "is_lot_sold!"
from bet
join lot on lot.id = bet.lot_id
left join account as bidder on bidder.id = bet.account_id
left join account on account.id = coalesce(bidder.merged_into, bidder.id)
left join paddle as holder on holder.catalog_id = $1 and holder.number = bet.paddle
left join unsold_lot on unsold_lot.lot_id = lot.id and unsold_lot.catalog_id = $1
left join lot_trade on lot_trade.lot_id = bet.lot_id and lot_trade.catalog_id = $1
where bet.id between $2 and $3 -- a catalog's bets have one range of ids
order by 2 nulls last, lot.id, bet.id
