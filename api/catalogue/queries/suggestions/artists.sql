-- Artists that everyone may see, by the words of their names ($1); by likeness to the text as typed ($2) or as corrected
-- ($3) if no name has the words.
with named as materialized (
    select id, name, 1::real as likeness
    from author
    where name_words(name) @@ $1::text::tsquery
    order by starts_with(translate(lower(name), 'ё', 'е'), $2) desc, name, id
    -- Whether an artist is public is looked up one by one.
    limit 50
), resembling as (
    select author.id, author.name, max(word_similarity(sought.text, translate(lower(author.name), 'ё', 'е'))) as likeness
    -- An empty text, as the corrected one often is, has no trigrams and would scan the whole index.
    from unnest(array[$2, $3]) as sought (text)
    join author on sought.text <% translate(lower(author.name), 'ё', 'е')
    where not exists (select from named) and char_length(sought.text) >= 4
    group by author.id
    order by likeness desc, author.name, author.id
    limit 50
), chosen as (
    select author.*, found.likeness
    from (select * from named union all select * from resembling) as found
    join author on author.id = found.id
    where author_is_public(author)
    order by found.likeness desc, starts_with(translate(lower(author.name), 'ё', 'е'), $2) desc, author.name, author.id
    limit $4
)
select
    chosen.id as "id!",
    chosen.name as "name!",
    chosen.life_years as "life_years?",
    coalesce(
        chosen.logo,
        (select picture_id from author_image where author_id = chosen.id order by position limit 1)
    ) as "preview_id?",
    (
        select count(*)
        from (
            select from lot_author
            join lot_listing on lot_listing.lot_id = lot_author.lot_id
            where lot_author.author_id = chosen.id and not lot_listing.is_hidden
            limit $5
        ) as counted
    ) as "lots_count!"
from chosen
order by chosen.likeness desc, starts_with(translate(lower(chosen.name), 'ё', 'е'), $2) desc, chosen.name, chosen.id
