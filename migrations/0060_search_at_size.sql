-- Search over a million lots: an order to walk for every sorting, narrow enough to be walked to its end, and a table of known
-- words in the place of trigrams of whole titles. docs/performance.md has the figures.

alter table lot_listing
    drop column trigrams,
    -- The price of a lot that nobody can bid on now; null while somebody can. A bet changes `price` alone, which no index
    -- holds, so that the row of a hot lot moves in its page and no index hears of it.
    add column settled_price bigint,
    -- As a dictionary sorts it: no quotes before the first word, «ё» as «е». Names alike to here are sorted by their lot.
    add column name_key text collate "C" generated always as (
        left(ltrim(translate(lower(title_ru), 'ё', 'е'), ' «»"„“”''([.'), 60)
    ) stored,
    -- What of `words` is in the title or the authors' names, or is the lot's number.
    add column title_words tsvector not null default '';
update lot_listing set
    settled_price = case when lot_state = 1 and not is_bidding_over then null else price end,
    title_words = setweight(to_tsvector('russian', title_ru), 'A') || setweight(to_tsvector('russian', author_names), 'A')
        || setweight(to_tsvector('simple', coalesce(catalog_lot_id::text, '')), 'A');
alter table lot_listing set (fillfactor = 90);

drop index lot_listing_house, lot_listing_category, lot_listing_created, lot_listing_words;
-- Without a list of what is pending, which every search would read through: the indexer has the time.
create index lot_listing_words on lot_listing using gin (words) with (fastupdate = off);
create index lot_listing_title_words on lot_listing using gin (title_words) with (fastupdate = off);

-- What filters ask for, from several ends. Whoever counts reads nothing else.
create index lot_listing_facets on lot_listing
    (catalog_type, catalog_state, lot_state, is_bidding_over, is_hidden, house_id, category_id);
create index lot_listing_house on lot_listing
    (house_id, category_id, catalog_type, catalog_state, lot_state, is_bidding_over, is_hidden);
create index lot_listing_category on lot_listing
    (category_id, catalog_type, catalog_state, lot_state, is_bidding_over, is_hidden, house_id);
-- These columns say together what none says alone.
create statistics lot_listing_states (mcv) on catalog_type, catalog_state, lot_state, is_bidding_over from lot_listing;

-- The orders, each with what filters ask for: what does not match is passed over without a look at its row.
create index lot_listing_created on lot_listing (created, lot_id)
    include (catalog_type, catalog_state, lot_state, is_bidding_over, is_hidden, house_id, category_id, catalog_id);
create index lot_listing_name on lot_listing (name_key, lot_id)
    include (catalog_type, catalog_state, lot_state, is_bidding_over, is_hidden, house_id, category_id, catalog_id);
create index lot_listing_start_price on lot_listing (start_price, lot_id)
    include (catalog_type, catalog_state, lot_state, is_bidding_over, is_hidden, house_id, category_id, catalog_id);
create index lot_listing_number on lot_listing (catalog_lot_id, lot_id)
    include (catalog_type, catalog_state, lot_state, is_bidding_over, is_hidden, house_id, category_id, catalog_id);
create index lot_listing_price on lot_listing (settled_price, lot_id)
    include (catalog_type, catalog_state, lot_state, is_bidding_over, is_hidden, house_id, category_id, catalog_id);

-- Every word that a lot was listed with, as it is written. What somebody types is looked up here first: whether it is a
-- word, the beginning of one, or what it was meant to be.
create table listing_term (
    term text collate "C" primary key check (char_length(term) between 1 and 64), -- lower case, «е» for «ё»
    lexeme text collate "C" not null, -- as the text search knows it
    -- From a title, an author's name, a category and the like: of a description's words none is offered for a misspelt one.
    is_offered boolean not null
);
create index listing_term_lexeme on listing_term (lexeme);
create index listing_term_trigrams on listing_term using gin (term gin_trgm_ops) with (fastupdate = off) where is_offered;

insert into listing_term (term, lexeme, is_offered)
select distinct on (word) word, lexemes[1], true
from lot_listing
cross join lateral regexp_split_to_table(translate(lower(concat_ws(' ', title_ru, author_names)), 'ё', 'е'), '[^[:alnum:]]+') as word
cross join lateral tsvector_to_array(to_tsvector('russian', word)) as lexemes
where char_length(word) between 1 and 64 and cardinality(lexemes) = 1;
-- The words of descriptions come when their lots are listed next.
insert into outbox (topic, key) select 'lot', lot_id::text from lot_listing;
