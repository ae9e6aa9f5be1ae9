-- The authors whose names are like $1: whole names first, then those that begin so, then the likest. Names of several words
-- may come in any order; half of what was typed must be found.
select author.id as "id!", author.name as "name!"
from author
cross join lateral (select translate(lower($1), 'ё', 'е') as typed, translate(lower(author.name), 'ё', 'е') as key) as asked
-- Trigrams know a beginning from two letters on.
where typed <% key or char_length(typed) = 1 and starts_with(key, typed)
order by
    key = typed desc,
    starts_with(key, typed) desc,
    word_similarity(typed, key) desc,
    similarity(typed, key) desc,
    key
limit $2
