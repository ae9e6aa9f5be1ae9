-- Other available lots of the lot's house. Lots of the same catalog come last, since the viewer can reach them anyway.
select other.lot_id
from lot as this
join lot_listing as other on other.house_id = this.house_id and other.lot_id <> this.id
where this.id = $1 and not other.is_hidden and not other.is_bidding_over
order by (other.catalog_id is not distinct from this.catalog_id), other.top desc, other.created desc, other.lot_id desc
limit $2
