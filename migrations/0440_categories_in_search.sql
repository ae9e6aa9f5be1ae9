-- Lots are now found by the names of all parent categories, so every listing row has to be rewritten.
insert into outbox (topic, key) select 'lot', lot_id::text from lot_listing;

-- Many people search for «картина», a word that few lots contain. Admins can change or delete the synonym.
insert into search_synonym (words, finds, changed)
select array['картина'], array['живопись'], now()
where not exists (select from search_synonym where 'картина' = any(words));
