-- One row a lot with all that lists filter and sort by. Kept by the outbox within a second; never the truth.
create table lot_listing (
    lot_id bigint primary key references lot (id) on delete cascade,
    catalog_id bigint,
    catalog_lot_id integer,
    house_id bigint not null,
    catalog_type smallint,
    catalog_state smallint,
    catalog_start timestamptz,
    catalog_end timestamptz,
    category_id bigint,
    category_code text,
    lot_state smallint not null,
    is_bidding_over boolean not null,
    is_hidden boolean not null, -- the lot's, its catalog's, or a draft's
    title_ru text not null,
    author_names text not null default '',
    start_price bigint not null,
    price bigint not null, -- the leading bet, else the start price
    currency smallint not null,
    top integer not null,
    created timestamptz not null,
    end_trade_time timestamptz,
    bets_count integer not null,
    words tsvector not null,
    trigrams text not null -- lower-cased title, authors and lot number, for typos
);
create index lot_listing_catalog on lot_listing (catalog_id, catalog_lot_id);
create index lot_listing_house on lot_listing (house_id, lot_id);
create index lot_listing_category on lot_listing (category_code text_pattern_ops);
create index lot_listing_created on lot_listing (created desc, lot_id desc) where not is_hidden;
create index lot_listing_top on lot_listing (top desc, lot_id) where top > 0 and not is_hidden;
create index lot_listing_words on lot_listing using gin (words);
create index lot_listing_trigrams on lot_listing using gin (trigrams gin_trgm_ops);
