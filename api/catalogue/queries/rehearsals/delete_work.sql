-- Deletes the work that rehearsal $1 has enqueued. What a change enqueues after this finds no lot, and does nothing.
delete from outbox
where (topic = 'catalog' and key = $1::bigint::text)
    or (topic = 'lot' and key in (select id::text from lot where catalog_id = $1::bigint))
    or (topic = 'notify' and payload @> jsonb_build_object('catalogId', $1::bigint))
