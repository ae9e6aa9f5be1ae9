-- Lists are sorted by what their columns show.

-- Accounts by name, as artists are: «Ё» is «Е», and capitals are nothing.
create index account_by_name on account (translate(lower(display_name), 'ё', 'е'), id);

-- How many lots of an artist the listing has.
create function listed_lots_of_author(author bigint) returns bigint language sql stable as $$
    select count(*) from lot_author x join lot_listing l on l.lot_id = x.lot_id
    where x.author_id = author and not l.is_hidden
$$;

-- How many lots a catalog shows, and how many of them are sold.
create function lots_of_catalog(catalog bigint) returns table (lots bigint, sold bigint) language sql stable as $$
    select count(*), count(*) filter (where lot_is_sold(lot_trade.state))
    from lot
    left join lot_trade on lot_trade.lot_id = lot.id
    where lot.catalog_id = $1 and lot.deleted is null and not lot.hidden
$$;
