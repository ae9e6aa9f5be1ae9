-- Writes the listing rows of the given lots from the tables that hold the truth. The caller holds the locks of
-- `lock_lots.sql`, so that of two refreshes of one lot the later one reads what the earlier one missed.
insert into lot_listing (
    lot_id, catalog_id, catalog_lot_id, house_id, catalog_type, catalog_state, catalog_start, catalog_end,
    category_id, category_code, lot_state, is_bidding_over, is_hidden, title_ru, author_names, start_price, price,
    currency, top, created, end_trade_time, bets_count, words, trigrams
)
select
    lot.id,
    lot.catalog_id,
    lot.catalog_lot_id,
    lot.house_id,
    catalog.catalog_type,
    catalog_trade.state,
    coalesce(catalog_trade.start_date, catalog.start_date),
    coalesce(catalog_trade.end_date, catalog.end_date),
    lot.category_id,
    category.code,
    coalesce(lot_trade.state, 0),
    coalesce(lot_trade.is_bidding_over, false),
    -- Of a draft (also one that no room has been made for), of the storage, or hidden itself.
    lot.hidden or catalog.id is null or catalog.hidden or catalog.deleted is not null
        or coalesce(catalog_trade.state, 4) = 4 or house.deleted is not null,
    lot.title_ru,
    authors.names,
    lot.start_price,
    coalesce(lot_trade.leading_value, lot.start_price),
    lot.currency,
    lot.top,
    lot.created,
    lot_trade.end_trade_time,
    coalesce(lot_trade.bets_count, 0),
    setweight(to_tsvector('russian', lot.title_ru), 'A')
        || setweight(to_tsvector('russian', authors.names), 'A')
        || setweight(to_tsvector('simple', coalesce(lot.catalog_lot_id::text, '')), 'A')
        || setweight(to_tsvector('russian', concat_ws(' ', category.name, lot.materials, lot.period)), 'B')
        || setweight(to_tsvector('russian', concat_ws(' ', lot.source_country_ru, lot.description_ru)), 'D'),
    translate(lower(concat_ws(' ', lot.title_ru, authors.names, lot.catalog_lot_id::text)), 'ё', 'е')
from lot
join house on house.id = lot.house_id
left join catalog on catalog.id = lot.catalog_id
left join catalog_trade on catalog_trade.catalog_id = lot.catalog_id
left join lot_trade on lot_trade.lot_id = lot.id
left join category on category.id = lot.category_id
cross join lateral (
    select coalesce(string_agg(author.name, ', ' order by lot_author.position), '') as names
    from lot_author
    join author on author.id = lot_author.author_id
    where lot_author.lot_id = lot.id
) as authors
where lot.id = any($1) and lot.deleted is null
on conflict (lot_id) do update set
    catalog_id = excluded.catalog_id,
    catalog_lot_id = excluded.catalog_lot_id,
    house_id = excluded.house_id,
    catalog_type = excluded.catalog_type,
    catalog_state = excluded.catalog_state,
    catalog_start = excluded.catalog_start,
    catalog_end = excluded.catalog_end,
    category_id = excluded.category_id,
    category_code = excluded.category_code,
    lot_state = excluded.lot_state,
    is_bidding_over = excluded.is_bidding_over,
    is_hidden = excluded.is_hidden,
    title_ru = excluded.title_ru,
    author_names = excluded.author_names,
    start_price = excluded.start_price,
    price = excluded.price,
    currency = excluded.currency,
    top = excluded.top,
    created = excluded.created,
    end_trade_time = excluded.end_trade_time,
    bets_count = excluded.bets_count,
    words = excluded.words,
    trigrams = excluded.trigrams
