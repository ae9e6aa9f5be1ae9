-- Lots that these visitor keys have viewed, latest first.
select lot_id as "lot_id!"
from (
    select lot_view.lot_id, max(lot_view.at) as at
    from lot_view
    join lot_listing on lot_listing.lot_id = lot_view.lot_id and not lot_listing.is_hidden
    where lot_view.visitor = any($1)
    group by lot_view.lot_id
) as viewed
order by at desc, lot_id desc
limit $2
