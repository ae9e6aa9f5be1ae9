-- Dictionary words that resemble an unknown word or begin with something like it, most similar first. Prefix matches can be
-- very many, so they have a separate limit and do not crowd out whole words of about the same length.
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
