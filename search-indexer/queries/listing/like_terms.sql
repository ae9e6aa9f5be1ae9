-- Words that look like a word nobody knows, or begin like it, the likest first. There may be very many of the latter, and
-- whole words of about its length are not to be lost among them.
select term as "term!", lexeme as "lexeme!"
from (
    (
        select term, lexeme
        from listing_term
        where is_offered and term % $1 and char_length(term) between char_length($1) - 3 and char_length($1) + 3
        order by similarity(term, $1) desc, term
        limit 60
    )
    union
    (
        select term, lexeme
        from listing_term
        where is_offered and $1 <% term
        order by word_similarity($1, term) desc, term
        limit 40
    )
) as alike
order by word_similarity($1, term) desc, term
