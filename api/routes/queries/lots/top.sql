-- Available lots that houses have put at the top, highest first.
select lot_id from lot_listing
where top > 0 and not is_hidden and not is_bidding_over
order by top desc, lot_id
limit $1
