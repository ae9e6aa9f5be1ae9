-- Houses by the words of their names ($1); by likeness to the text as typed ($2) or as corrected ($3) if none has them.
with named as materialized (
    select id, 1::real as likeness from house where name_words(name_ru) @@ $1::text::tsquery and deleted is null
), resembling as (
    select id,
        greatest(
            word_similarity($2, translate(lower(name_ru), 'ё', 'е')),
            word_similarity($3, translate(lower(name_ru), 'ё', 'е'))
        ) as likeness
    from house
    where not exists (select from named) and char_length($2) >= 4 and deleted is null
        and ($2 <% translate(lower(name_ru), 'ё', 'е') or $3 <% translate(lower(name_ru), 'ё', 'е'))
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
