-- Serializes refreshes of a lot. `no key update` does not block bets: foreign keys only share the key.
select id from lot where id = any($1) order by id for no key update
