-- The order in which a classic sale goes on, for announcements and «Мой вечер» alike.
set local lock_timeout = '900ms';

-- The first `most` public lots that the room of a running classic sale will open, in its order: by number, then those that were
-- skipped. `place` is 1 for the next one. Lots that are on the block with the current one do not come up by themselves.
-- A current lot that is neither open nor over leads a choice that was settled without it: it comes up again first, and those that
-- were on offer with it after it.
create function lots_to_come(catalog catalog, trade catalog_trade, house house, most bigint)
    returns table (lot_id bigint, place bigint) language sql stable parallel safe rows 10 as $$
    select ahead.id, row_number() over (order by ahead.turn, ahead.catalog_lot_id, ahead.id)
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
             and (block.state is distinct from 1 or coalesce(x.together[1], l.catalog_lot_id) = l.catalog_lot_id)
             and l.catalog_lot_id > coalesce(current.catalog_lot_id, 0)
         order by l.catalog_lot_id limit most)
        union all
        (select l.id, l.catalog_lot_id, 2
         from lot l left join lot_trade x on x.lot_id = l.id
         where l.catalog_id = catalog.id and lot_is_public(l, catalog, trade, house) and x.is_bidding_over is not true
             and (block.state is distinct from 1 or coalesce(x.together[1], l.catalog_lot_id) = l.catalog_lot_id)
             and l.catalog_lot_id < current.catalog_lot_id
         order by l.catalog_lot_id limit most)) ahead
    order by 2 limit most
$$;
