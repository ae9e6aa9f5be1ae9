-- The lexemes of each word; none for a stop word.
select
    given.term as "term!",
    tsvector_to_array(to_tsvector('russian', given.term)) as "lexemes!"
from unnest($1::text[]) as given (term)
