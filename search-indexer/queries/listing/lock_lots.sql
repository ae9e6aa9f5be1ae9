-- One refresh of a lot at a time; «no key update» lets bets go on, whose foreign keys share the key.
select id from lot where id = any($1) order by id for no key update
