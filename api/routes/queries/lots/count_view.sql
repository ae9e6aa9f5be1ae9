-- Counts one view per visitor, lot and day. A later view on the same day only moves the lot to the front of the viewed lots.
-- $4 says whether the first view counts.
with seen as (
    insert into lot_view (lot_id, visitor, day, counted) values ($1, $2, $3, $4)
    on conflict (lot_id, visitor, day) do update set at = now()
    returning xmax = 0 and counted as counts
)
insert into lot_view_count (lot_id, views) select $1, 1 from seen where counts
on conflict (lot_id) do update set views = lot_view_count.views + 1
