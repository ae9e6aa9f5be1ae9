-- Deletes the work that rehearsal $1 has enqueued, also from rows that hold jobs of other sales. What a change enqueues after this
-- finds no lot, and does nothing.
with job as (
    select id, place, key, payload,
        (topic = 'catalog' and key = $1::bigint::text)
            or (topic = 'lot' and key in (select id::text from lot where catalog_id = $1::bigint))
            or (topic = 'notify' and payload @> jsonb_build_object('catalogId', $1::bigint)) as is_of_it
    from outbox_job
    where topic in ('catalog', 'lot', 'notify')
), work as (
    select id, jsonb_agg(jsonb_build_object('key', key, 'payload', payload) order by place) filter (where not is_of_it) as others
    from job group by id having bool_or(is_of_it)
), gone as (
    delete from outbox using work where outbox.id = work.id and work.others is null
)
update outbox set payload = work.others from work where outbox.id = work.id and work.others is not null
