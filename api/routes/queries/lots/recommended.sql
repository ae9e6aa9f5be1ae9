-- A random choice of the newest available lots. The bound keeps the cost independent of the size of the site.
select lot_id
from (
    select lot_id from lot_listing
    where not is_hidden and not is_bidding_over and catalog_is_unfinished(catalog_state)
    order by created desc, lot_id desc
    limit 2000
) as newest
order by random()
limit $1
