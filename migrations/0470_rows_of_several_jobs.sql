-- A row without a key holds several jobs of a topic: `[{"key": …, "payload": …}, …]`. Under load a commit of the rooms stores the bets of
-- many, and enqueues such rows instead of one for each job.
set local lock_timeout = '900ms';

alter table outbox alter column key drop not null,
    add constraint outbox_jobs check (key is not null or topic <> 'search' and jsonb_typeof(payload) = 'array');

-- The jobs that wait, one a row.
create view outbox_job as
select o.id, o.topic, coalesce(o.key, job.value ->> 'key') as key,
    case when o.key is null then job.value -> 'payload' else o.payload end as payload, o.created, o.attempts, o.not_before,
    coalesce(job.place, 1) as place
from outbox o
left join lateral jsonb_array_elements(case when o.key is null then o.payload end) with ordinality as job (value, place) on true
where o.key is not null or job.value is not null;

-- `take_work` for both kinds of rows: at most `most`, and of each topic at most `most_of_many` with several jobs.
create function take_rows(topics text[], most bigint, most_of_many bigint) returns setof outbox language plpgsql
    set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off set jit = off
    set plan_cache_mode = force_generic_plan as $$
begin
    return query delete from outbox
    where id = any (array(
        select due.id
        from unnest(topics) wanted (topic)
        cross join (values (true, most_of_many), (false, most)) form (is_of_many, most)
        cross join lateral (
            select id, not_before from outbox
            where outbox.topic = wanted.topic and (key is null) = form.is_of_many and not_before <= now()
            order by not_before, id
            limit form.most
            for update skip locked
        ) due
        order by due.not_before, due.id
        limit take_rows.most
    ))
    returning *;
end
$$;

-- What nodes of the previous version call. They could not read a row of several jobs, and would stop at the first.
create or replace function take_work(topics text[], most bigint) returns setof outbox language plpgsql as $$
begin
    return query select * from take_rows(topics, most, 0);
end
$$;
