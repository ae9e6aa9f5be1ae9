-- Words that only hidden lots have are not offered instead of misspelt ones.
update listing_term set is_offered = false
where is_offered
    and not exists (
        select from lot_listing
        where not lot_listing.is_hidden and lot_listing.words @@ (quote_literal(listing_term.lexeme) || ':AB')::tsquery
    );
