-- Categories by the words of their names ($1); by likeness to the text as typed ($2) or as corrected ($3) if none has them.
with named as materialized (
    select id, 1::real as likeness from category where name_words(name) @@ $1::text::tsquery
), resembling as (
    select category.id, max(word_similarity(sought.text, translate(lower(category.name), 'ё', 'е'))) as likeness
    -- An empty text, as the corrected one often is, has no trigrams and would scan the whole index.
    from unnest(array[$2, $3]) as sought (text)
    join category on sought.text <% translate(lower(category.name), 'ё', 'е')
    where not exists (select from named) and char_length(sought.text) >= 4
    group by category.id
), chosen as (
    select category.id, category.code, category.name, category.parent_id, found.likeness,
        (select count(*) from string_to_table(category.code, '.')) as depth
    from (select * from named union all select * from resembling) as found
    join category on category.id = found.id
    order by found.likeness desc, depth, category.name, category.id
    limit $4
)
select
    chosen.id as "id!",
    chosen.code as "code!",
    chosen.name as "name!",
    array(
        with recursive above as (
            select parent.name, parent.parent_id, 1 as distance from category as parent where parent.id = chosen.parent_id
            union all
            select parent.name, parent.parent_id, above.distance + 1
            from above join category as parent on parent.id = above.parent_id
            -- More than any tree has.
            where above.distance < 20
        )
        select name from above order by distance desc
    ) as "parents!",
    (
        select count(*)
        from (
            select from lot_listing
            where not is_hidden and category_id = any(array(
                with recursive below as (
                    select chosen.id
                    union
                    select category.id from below join category on category.parent_id = below.id
                )
                select id from below
            ))
            limit $5
        ) as counted
    ) as "lots_count!"
from chosen
order by chosen.likeness desc, chosen.depth, chosen.name, chosen.id
