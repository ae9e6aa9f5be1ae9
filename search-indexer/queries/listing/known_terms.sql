-- Which words of a search the listing knows, and how. `lexemes` is empty for a stop word.
select
    term as "term!",
    lexemes.query as "lexemes!",
    coalesce(
        lexemes.query <> '' and exists (select from lot_listing where words @@ lexemes.query::tsquery), false
    ) as "as_word!",
    coalesce(
        lexemes.query <> '' and exists (select from lot_listing where words @@ lexemes.beginning::tsquery), false
    ) as "as_beginning!",
    coalesce(lexemes.beginning, '') as "beginning!"
from unnest($1::text[]) with ordinality as given (term, position)
cross join lateral (
    select
        coalesce(string_agg(quote_literal(lexeme), ' & '), '') as query,
        string_agg(quote_literal(lexeme) || ':*', ' & ') || ' | ' || quote_literal(term) || ':*' as beginning
    from unnest(to_tsvector('russian', term)) as stems (lexeme, positions, weights)
) as lexemes
order by position
