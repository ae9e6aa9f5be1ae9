-- Authors with a name like $1: exact matches first, then prefix matches, then the most similar. The words of a name may come
-- in any order; at least half of the typed text must match. Of the authors that are not public, $3 (admins) finds all, and the
-- staff of the houses $4 theirs.
select author.id as "id!", author.name as "name!"
from author
cross join lateral (select translate(lower($1), 'ё', 'е') as typed, translate(lower(author.name), 'ё', 'е') as key) as asked
-- Trigrams match a prefix of two letters or more.
where (typed <% key or char_length(typed) = 1 and starts_with(key, typed))
    and (
        author_is_public(author) or $3
        or exists (
            select from lot_author join lot on lot.id = lot_author.lot_id
            where lot_author.author_id = author.id and lot.house_id = any($4::bigint[])
        )
    )
order by
    key = typed desc,
    starts_with(key, typed) desc,
    word_similarity(typed, key) desc,
    similarity(typed, key) desc,
    key
limit $2
