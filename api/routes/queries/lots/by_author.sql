-- Other lots by this lot's authors: available ones first, then the newest.
select distinct on (other.is_bidding_over, other.created, other.lot_id) other.lot_id
from lot_author as mine
join lot_author as theirs on theirs.author_id = mine.author_id and theirs.lot_id <> mine.lot_id
join lot_listing as other on other.lot_id = theirs.lot_id
where mine.lot_id = $1 and not other.is_hidden
order by other.is_bidding_over, other.created desc, other.lot_id desc
limit $2
