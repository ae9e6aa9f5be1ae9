-- News published by $5, by the words of their titles ($1), latest first; by likeness to the text as typed ($2) or as corrected
-- ($3) if none has them.
with named as materialized (
    select id, 1::real as likeness from news where name_words(title) @@ $1::text::tsquery and published <= $5
), resembling as (
    select news.id, max(word_similarity(sought.text, translate(lower(news.title), 'ё', 'е'))) as likeness
    -- An empty text, as the corrected one often is, has no trigrams and would scan the whole index.
    from unnest(array[$2, $3]) as sought (text)
    join news on sought.text <% translate(lower(news.title), 'ё', 'е')
    where not exists (select from named) and char_length(sought.text) >= 4 and news.published <= $5
    group by news.id
)
select
    news.id, news.news_type, news.house_id, house.name_ru as "house_name_ru?", news.title, news.slug, news.summary,
    news.author, news.image, news.created, news.published, '' as "content!", news.source, news.info, news.keywords,
    news.publisher_id
from (select * from named union all select * from resembling) as found
join news on news.id = found.id
left join house on house.id = news.house_id
where house.deleted is null
order by found.likeness desc, news.published desc, news.id desc
limit $4
