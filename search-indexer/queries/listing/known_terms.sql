-- What the dictionary knows about each word of a search. `lexemes` is empty for a stop word, which matches every text.
select
    given.term as "term!",
    stems.lexemes as "lexemes!",
    coalesce(stems.are_known, false) as "as_word!",
    -- If any dictionary word begins with the term, the next one in order does; `like` would read them all.
    coalesce(
        (select starts_with(term, given.term) from listing_term where term >= given.term order by term limit 1),
        false
    ) as "as_beginning!"
from unnest($1::text[]) with ordinality as given (term, position)
cross join lateral (
    select
        coalesce(array_agg(lexeme), '{}') as lexemes,
        bool_and(exists (select from listing_term where listing_term.lexeme = stem.lexeme)) as are_known
    from unnest(to_tsvector('russian', given.term)) as stem (lexeme, positions, weights)
) as stems
order by given.position
