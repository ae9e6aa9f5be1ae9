-- One view a visitor, lot and day; a later look the same day only moves the lot to the front of «viewed».
with seen as (
    insert into lot_view (lot_id, visitor, day) values ($1, $2, $3)
    on conflict (lot_id, visitor, day) do update set at = now()
    returning xmax = 0 as is_first
)
update lot set views_count = views_count + 1 where id = $1 and (select is_first from seen)
