-- The lexemes of each word, as `known_terms.sql` writes them; empty for a stop word.
select
    given.term as "term!",
    coalesce(
        (
            select string_agg(quote_literal(lexeme), ' & ')
            from unnest(to_tsvector('russian', given.term)) as stem (lexeme, positions, weights)
        ),
        ''
    ) as "lexemes!"
from unnest($1::text[]) as given (term)
