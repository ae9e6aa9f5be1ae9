-- Catalogs that everyone may see, by the words of their titles ($1), those in trade and to come first; by likeness to the text
-- as typed ($2) or as corrected ($3) if none has them.
with named as materialized (
    select catalog.id, 1::real as likeness
    from catalog
    join house on house.id = catalog.house_id
    left join catalog_trade on catalog_trade.catalog_id = catalog.id
    where name_words(catalog.title) @@ $1::text::tsquery and catalog_is_public(catalog, catalog_trade, house)
), alike as (
    select catalog.id, max(word_similarity(sought.text, translate(lower(catalog.title), 'ё', 'е'))) as likeness
    -- An empty text, as the corrected one often is, has no trigrams and would scan the whole index.
    from unnest(array[$2, $3]) as sought (text)
    join catalog on sought.text <% translate(lower(catalog.title), 'ё', 'е')
    where not exists (select from named) and char_length(sought.text) >= 4
    group by catalog.id
), resembling as (
    select alike.id, alike.likeness
    from alike
    join catalog on catalog.id = alike.id
    join house on house.id = catalog.house_id
    left join catalog_trade on catalog_trade.catalog_id = catalog.id
    where catalog_is_public(catalog, catalog_trade, house)
)
select catalog.id as "id!"
from (select * from named union all select * from resembling) as found
join catalog on catalog.id = found.id
left join catalog_trade on catalog_trade.catalog_id = catalog.id
order by
    found.likeness desc,
    catalog_is_running(catalog_trade.state) desc,
    catalog_trade.state = 0 desc,
    coalesce(catalog_trade.start_date, catalog.start_date) desc nulls last,
    catalog.id desc
limit $4
