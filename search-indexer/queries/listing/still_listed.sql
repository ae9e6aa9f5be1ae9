-- Those of these lots, in their order, that are listed and that the searcher may see.
select listed.lot_id
from unnest($1::bigint[]) with ordinality as found (lot_id, place)
join lot_listing as listed on listed.lot_id = found.lot_id
where not listed.is_hidden or $2 or listed.house_id = any($3::bigint[])
order by found.place
