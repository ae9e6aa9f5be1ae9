-- An artist's public works: with $2 those that sold under the hammer, rubles first, then the dearest; otherwise those on offer
-- that end first. Of lots sold as one, only the first has a price.
select listing.lot_id
from lot_author
join lot_listing as listing on listing.lot_id = lot_author.lot_id
where lot_author.author_id = $1 and not listing.is_hidden
    and case when $2 then
        lot_is_sold(listing.lot_state) and listing.catalog_type in (0, 1) and listing.price > 0
    else not listing.is_bidding_over end
order by
    case when $2 then listing.currency end,
    case when $2 then listing.price end desc,
    listing.end_trade_time nulls last,
    listing.catalog_start nulls last,
    listing.lot_id
limit $3 offset $4
