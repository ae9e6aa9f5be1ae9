-- The order in which a classic sale goes on, for announcements and «Мой вечер» alike.
set local lock_timeout = '900ms';

-- The public lots that the room of a running classic sale will open, the first `most` of them, in its order: by number, then those
-- that were skipped. `place` is 1 for what opens next. Lots that are sold as one or on choice with a waiting lot open with it and
-- have its place; those on the block with the current lot are not to come.
-- A current lot that is neither open nor over leads a choice that was settled without it: it comes up again first, and those that
-- were on offer with it after it, each by itself.
create function lots_to_come(catalog catalog, trade catalog_trade, house house, most bigint)
    returns table (lot_id bigint, place bigint) language sql stable parallel safe rows 10 as $$
    with ahead as (
        select by_turn.id, row_number() over (order by by_turn.turn, by_turn.catalog_lot_id) as place
        from (values (1)) as sale
        left join lot current on current.id = trade.current_lot_id
        left join lot_trade block on block.lot_id = current.id
        cross join lateral (
            (select current.id, current.catalog_lot_id, 0 as turn
             where block.state <> 1 and not block.is_bidding_over and lot_is_public(current, catalog, trade, house))
            union all
            (select l.id, l.catalog_lot_id, 1
             from lot l left join lot_trade x on x.lot_id = l.id
             where l.catalog_id = catalog.id and lot_is_public(l, catalog, trade, house) and x.is_bidding_over is not true
                 and (coalesce(x.together[1], l.catalog_lot_id) = l.catalog_lot_id
                     or block.state <> 1 and x.together[1] = current.catalog_lot_id)
                 and l.catalog_lot_id > coalesce(current.catalog_lot_id, 0)
             order by l.catalog_lot_id limit most)
            union all
            (select l.id, l.catalog_lot_id, 2
             from lot l left join lot_trade x on x.lot_id = l.id
             where l.catalog_id = catalog.id and lot_is_public(l, catalog, trade, house) and x.is_bidding_over is not true
                 and (coalesce(x.together[1], l.catalog_lot_id) = l.catalog_lot_id
                     or block.state <> 1 and x.together[1] = current.catalog_lot_id)
                 and l.catalog_lot_id < current.catalog_lot_id
             order by l.catalog_lot_id limit most)) by_turn
        order by place limit most
    )
    select ahead.id, ahead.place from ahead
    union all
    select l.id, ahead.place
    from ahead
    join lot_trade lead on lead.lot_id = ahead.id and ahead.id is distinct from trade.current_lot_id
    cross join unnest(lead.together[2:]) as number
    join lot l on l.catalog_id = catalog.id and l.catalog_lot_id = number and lot_is_public(l, catalog, trade, house)
    -- After the hammer on a choice its other lots have turns of their own.
    where lead.together[1] is distinct from (select catalog_lot_id from lot where lot.id = trade.current_lot_id)
$$;
