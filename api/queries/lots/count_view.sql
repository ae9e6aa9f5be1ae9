-- One view a visitor, lot and day. A later look the same day moves the lot to the front of «viewed», unless it is there
-- already: reloading a page writes nothing.
with seen as (
    insert into lot_view as known (lot_id, visitor, day) values ($1, $2, $3)
    on conflict (lot_id, visitor, day) do update set at = now()
        where exists (select from lot_view as later where later.visitor = known.visitor and later.at > known.at)
    returning xmax = 0 as is_first
)
update lot set views_count = views_count + 1 where id = $1 and (select is_first from seen)
