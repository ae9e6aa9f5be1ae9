-- Sold lots that say what this one may bring: by its first author, then of its category, currency and about its price (at most
-- three times as much, at least a third); the latest hammers first.
with this as (
    select
        listing.lot_id,
        listing.category_id,
        listing.currency,
        coalesce(nullif(listing.price, 0), lot.estimated_from, 0) as price,
        (
            select author_id from lot_author where lot_author.lot_id = listing.lot_id order by position limit 1
        ) as author_id
    from lot_listing as listing
    join lot on lot.id = listing.lot_id
    where listing.lot_id = $1
)
select found.lot_id as "lot_id!"
from (
    select lot_author.lot_id, true as is_by_author
    from this
    join lot_author on lot_author.author_id = this.author_id
    union all
    select other.lot_id, false
    from this
    join lot_listing as other on other.category_id = this.category_id
        and lot_is_sold(other.lot_state) and other.catalog_type in (0, 1) and not other.is_hidden
        and other.currency = this.currency
        and (this.price = 0 or other.price between this.price / 3 and this.price * 3)
) as found
join lot_listing as listing on listing.lot_id = found.lot_id
where found.lot_id <> $1 and not listing.is_hidden and lot_is_sold(listing.lot_state) and listing.catalog_type in (0, 1)
group by found.lot_id, listing.end_trade_time
order by bool_or(found.is_by_author) desc, listing.end_trade_time desc nulls last, found.lot_id desc
limit $2
