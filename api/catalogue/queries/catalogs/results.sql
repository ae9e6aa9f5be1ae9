-- The lots of a catalog by number, with their leading bets and the highest standing bets of other bidders. Lots that left
-- it after its end had no bets. Of two people in the hall without a paddle it is unknown whether they are one.
with offered as (
    select lot.id, lot.catalog_lot_id as number, lot.hidden, false as has_left, lot.start_price, lot.estimated_from,
        lot.estimated_to, coalesce(trade.state, 0::smallint) as state, coalesce(trade.is_bidding_over, false) as is_over
    from lot left join lot_trade as trade on trade.lot_id = lot.id and trade.catalog_id = lot.catalog_id
    where lot.catalog_id = $1 and lot.deleted is null
    union all
    select lot_id, number, false, true, start_price, estimated_from, estimated_to, state, true
    from unsold_lot where catalog_id = $1
)
select
    lot.id,
    offered.number as "number!",
    lot.title_ru,
    array(
        select author.name from lot_author join author on author.id = lot_author.author_id
        where lot_author.lot_id = lot.id order by lot_author.position
    ) as "authors!",
    offered.hidden as "hidden!",
    offered.has_left as "has_left!",
    lot.deleted is not null as "is_deleted!",
    offered.start_price as "start_price!",
    offered.estimated_from,
    offered.estimated_to,
    offered.state as "state!",
    offered.is_over as "is_bidding_over!",
    coalesce(trade.bets_count, 0) as "bets_count!",
    case when trade.is_choice then '{}' else coalesce(trade.together, '{}') end as "together!",
    trade.leading_bet_id as "bet_id?",
    trade.leading_value as "value?",
    trade.leading_participant as "participant?",
    trade.leading_paddle as "paddle?",
    coalesce(leader.display_name, holder.name) as name,
    coalesce(case when not leader.unproved_phone then leader.phone end, holder.phone) as phone,
    case when not leader.unproved_email then leader.email end as email,
    under.bet_id as "under_bet_id?",
    under.value as "under_value?",
    under.participant as "under_participant?",
    under.paddle as "under_paddle?",
    under.name as "under_name?",
    picture.id as "picture_id?",
    picture.width as "picture_width?",
    picture.height as "picture_height?",
    picture.alt as "picture_alt?"
from offered
join lot on lot.id = offered.id
left join lot_trade as trade on trade.lot_id = lot.id and trade.catalog_id = $1
left join account as bidder on bidder.id = trade.leading_account_id
left join account as leader on leader.id = coalesce(bidder.merged_into, bidder.id)
left join paddle as holder on holder.catalog_id = $1 and holder.number = trade.leading_paddle
left join lateral (
    select bet.id as bet_id, bet.value, bet.participant, bet.paddle, coalesce(person.display_name, holder.name) as name
    from bet
    left join account on account.id = bet.account_id
    left join account as person on person.id = coalesce(account.merged_into, account.id)
    left join paddle as holder on holder.catalog_id = bet.catalog_id and holder.number = bet.paddle
    where bet.lot_id = lot.id and bet.catalog_id = $1 and bet.revoked is null
        and (coalesce(account.merged_into, account.id) is distinct from leader.id
            or bet.account_id is null and bet.paddle <> trade.leading_paddle)
    order by bet.value desc, bet.id
    limit 1
) as under on trade.leading_bet_id is not null
left join lot_image on lot_image.lot_id = lot.id
    and lot_image.position = (select min(position) from lot_image as first where first.lot_id = lot.id)
left join picture on picture.id = lot_image.picture_id
order by offered.number, lot.id
