-- A lot is found by the names of all categories above its own.
insert into outbox (topic, key) select 'lot', lot_id::text from lot_listing;

-- The word that most people search with, and that few lots have. Admins may change or delete it like their own.
insert into search_synonym (words, finds, changed)
select array['картина'], array['живопись'], now()
where not exists (select from search_synonym where 'картина' = any(words));
