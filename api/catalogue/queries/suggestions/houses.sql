-- Houses by the words of their names ($1); by likeness to the text as typed ($2) or as corrected ($3) if none has them.
with named as materialized (
    select id, 1::real as likeness from house where name_words(name_ru) @@ $1::text::tsquery and deleted is null
), resembling as (
    select house.id, max(word_similarity(sought.text, translate(lower(house.name_ru), 'ё', 'е'))) as likeness
    -- An empty text, as the corrected one often is, has no trigrams and would scan the whole index.
    from unnest(array[$2, $3]) as sought (text)
    join house on sought.text <% translate(lower(house.name_ru), 'ё', 'е')
    where not exists (select from named) and char_length(sought.text) >= 4 and house.deleted is null
    group by house.id
)
select
    house.id as "id!",
    house.name_ru as "name_ru!",
    house.photo as "photo?",
    house.is_gallery as "is_gallery!",
    house.is_post_auction as "is_post_auction!",
    house.gallery_type as "gallery_type?"
from (select * from named union all select * from resembling) as found
join house on house.id = found.id
order by found.likeness desc, house.name_ru, house.id
limit $4
