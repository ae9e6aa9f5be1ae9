-- Writes the listing rows of the given lots from the source tables, and their words into `listing_term`. The caller holds the
-- locks of `lock_lots.sql`, so the later of two refreshes of a lot reads what the earlier one missed.
with fresh as materialized (
    select
        lot.id as lot_id,
        lot.catalog_id,
        lot.catalog_lot_id,
        lot.house_id,
        catalog.catalog_type,
        catalog_trade.state as catalog_state,
        coalesce(catalog_trade.start_date, catalog.start_date) as catalog_start,
        coalesce(catalog_trade.end_date, catalog.end_date) as catalog_end,
        lot.category_id,
        category.code as category_code,
        trade.lot_state,
        trade.is_bidding_over,
        not lot_is_public(lot, catalog, catalog_trade, house) as is_hidden,
        lot.title_ru,
        authors.names as author_names,
        lot.start_price,
        trade.price,
        trade.settled_price,
        lot.currency,
        lot.top,
        lot.created,
        trade.end_trade_time,
        trade.bets_count,
        title.words as title_words,
        title.words
            || setweight(to_tsvector('russian', written.offered), 'B')
            || setweight(to_tsvector('russian', written.described), 'D') as words,
        written.title || ' ' || written.offered as offered,
        written.described,
        lot_ages(lot.period) as ages,
        left(nullif(lower(regexp_replace(trim(lot.materials), '\s+', ' ', 'g')), ''), 100) as material
    from lot
    join house on house.id = lot.house_id
    left join catalog on catalog.id = lot.catalog_id
    left join catalog_trade on catalog_trade.catalog_id = lot.catalog_id
    join listed_trade as trade on trade.lot_id = lot.id
    left join category on category.id = lot.category_id
    cross join lateral (
        select coalesce(string_agg(author.name, ', ' order by lot_author.position), '') as names
        from lot_author
        join author on author.id = lot_author.author_id
        where lot_author.lot_id = lot.id
    ) as authors
    cross join lateral (
        -- Include parent categories, so that «живопись» finds lots in «Пейзаж».
        with recursive above as (
            select category.name, category.parent_id, 0 as distance
            union all
            select parent.name, parent.parent_id, above.distance + 1
            from above join category as parent on parent.id = above.parent_id
            -- Guards against a cycle; real trees are far shallower.
            where above.distance < 20
        )
        select string_agg(name, ' ' order by distance) as names from above
    ) as categories
    cross join lateral (
        select
            concat_ws(' ', lot.title_ru, authors.names) as title,
            concat_ws(' ', categories.names, lot.materials, lot.period) as offered,
            -- Descriptions are HTML.
            concat_ws(' ', lot.source_country_ru, regexp_replace(lot.description_ru, '<[^>]*>|&#?\w+;', ' ', 'g')) as described
    ) as raw
    cross join lateral (
        -- Only letters and digits, as in the words of a search: text search would parse «-1930» out of «1920-1930».
        select
            regexp_replace(translate(lower(raw.title), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g') as title,
            regexp_replace(translate(lower(raw.offered), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g') as offered,
            regexp_replace(translate(lower(raw.described), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g') as described
    ) as written
    cross join lateral (
        select setweight(to_tsvector('russian', written.title), 'A')
            || setweight(to_tsvector('simple', coalesce(lot.catalog_lot_id::text, '')), 'A') as words
    ) as title
    where lot.id = any($1) and lot.deleted is null
), changed as (
    -- Only lots whose words have changed, or that can be seen now.
    select fresh.is_hidden, fresh.offered, fresh.described
    from fresh
    left join lot_listing as listed on listed.lot_id = fresh.lot_id
    where listed.words is distinct from fresh.words or listed.is_hidden and not fresh.is_hidden
), term as (
    select word, bool_or(is_offered) as is_offered
    from (
        -- What is offered instead of a misspelt word must not tell what is in hidden lots.
        select word, not changed.is_hidden as is_offered from changed, string_to_table(changed.offered, ' ') as word
        union all
        select word, false from changed, string_to_table(changed.described, ' ') as word
    ) as every
    where char_length(word) between 1 and 64
    group by word
), added as (
    insert into listing_term as known (term, lexeme, is_offered)
    select term.word, lexemes[1], term.is_offered
    from term
    cross join lateral tsvector_to_array(to_tsvector('russian', term.word)) as lexemes
    where cardinality(lexemes) = 1
        and not exists (
            select from listing_term as known
            where known.term = term.word and (known.is_offered or not term.is_offered)
        )
    -- In a fixed order, so that two refreshes that add the same words cannot deadlock.
    order by term.word
    on conflict (term) do update set is_offered = true where excluded.is_offered and not known.is_offered
)
insert into lot_listing as listed (
    lot_id, catalog_id, catalog_lot_id, house_id, catalog_type, catalog_state, catalog_start, catalog_end,
    category_id, category_code, lot_state, is_bidding_over, is_hidden, title_ru, author_names, start_price, price,
    settled_price, currency, top, created, end_trade_time, bets_count, title_words, words, ages, material
)
select
    lot_id, catalog_id, catalog_lot_id, house_id, catalog_type, catalog_state, catalog_start, catalog_end,
    category_id, category_code, lot_state, is_bidding_over, is_hidden, title_ru, author_names, start_price, price,
    settled_price, currency, top, created, end_trade_time, bets_count, title_words, words, ages, material
from fresh
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
    settled_price = excluded.settled_price,
    currency = excluded.currency,
    top = excluded.top,
    created = excluded.created,
    end_trade_time = excluded.end_trade_time,
    bets_count = excluded.bets_count,
    title_words = excluded.title_words,
    words = excluded.words,
    ages = excluded.ages,
    material = excluded.material
