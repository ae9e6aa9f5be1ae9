-- Counts one view per viewer, lot and day. A later view on the same day only moves the lot to the front of the viewed lots.
-- $1 to $4: lots, viewers, times, and whether the first view counts; $5: the day.
with viewed as (
    select lot.id as lot_id, viewed.visitor, viewed.at, viewed.counted
    from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::boolean[]) as viewed (lot_id, visitor, at, counted)
    -- Skips lots that have been deleted.
    join lot on lot.id = viewed.lot_id
    for key share of lot
),
seen as (
    insert into lot_view (lot_id, visitor, day, at, counted)
    -- A fixed lock order keeps nodes from deadlocking.
    select lot_id, visitor, $5, at, counted from viewed order by lot_id, visitor
    on conflict (lot_id, visitor, day) do update set at = greatest(lot_view.at, excluded.at)
    returning lot_id, xmax = 0 and counted as counts
)
insert into lot_view_count (lot_id, views)
select lot_id, count(*) from seen where counts group by lot_id order by lot_id
on conflict (lot_id) do update set views = lot_view_count.views + excluded.views
