-- Takes up to `most` of the oldest due rows of these topics that no other reader holds, and deletes them. It holds as many of each
-- topic until the transaction ends, so other readers skip those meanwhile.
--
-- A function for the sake of its settings. The planner, which takes the table for nearly empty, would sort all that waits and find it by
-- a bitmap, and a bitmap's scan passes every deleted row of a topic, again and again until the next vacuum. In the order
-- of the index it stops at `most` rows and marks the deleted ones it meets, so that the next scan skips them. In PL/pgSQL, because a function
-- in SQL is planned again in each call, which takes as long as running it.
create function take_work(topics text[], most bigint) returns setof outbox language plpgsql
    set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off set jit = off
    set plan_cache_mode = force_generic_plan as $$
begin
    return query delete from outbox
    where id = any (array(
        select due.id
        from unnest(topics) wanted (topic)
        cross join lateral (
            select id, not_before from outbox
            where outbox.topic = wanted.topic and not_before <= now()
            order by not_before, id
            limit most
            for update skip locked
        ) due
        order by due.not_before, due.id
        limit most
    ))
    returning *;
end
$$;
