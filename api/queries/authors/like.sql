-- Authors with a name like $1: exact matches first, then prefix matches, then the most similar. The words of a name may come
-- in any order; at least half of the typed text must match.
select author.id as "id!", author.name as "name!"
from author
cross join lateral (select translate(lower($1), 'ё', 'е') as typed, translate(lower(author.name), 'ё', 'е') as key) as asked
-- Trigrams match a prefix of two letters or more.
where typed <% key or char_length(typed) = 1 and starts_with(key, typed)
order by
    key = typed desc,
    starts_with(key, typed) desc,
    word_similarity(typed, key) desc,
    similarity(typed, key) desc,
    key
limit $2
