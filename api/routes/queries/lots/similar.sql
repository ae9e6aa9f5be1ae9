-- Available lots of the same category, then of the same top-level category; the closest in price first.
select other.lot_id
from lot_listing as this
join lot_listing as other
    on other.category_code = this.category_code
    or other.category_code like split_part(this.category_code, '.', 1) || '.%'
    or other.category_code = split_part(this.category_code, '.', 1)
where this.lot_id = $1 and other.lot_id <> this.lot_id and not other.is_hidden and not other.is_bidding_over
order by
    (other.category_id is not distinct from this.category_id) desc,
    (other.currency = this.currency) desc,
    abs(ln(greatest(other.price, 1)) - ln(greatest(this.price, 1))),
    other.lot_id
limit $2
