-- Takes the oldest due rows that no other reader holds, and deletes them in the caller's transaction.
with due as (
    select id from outbox
    where topic = any($1) and not_before <= now()
    order by id
    limit $2
    for update skip locked
)
delete from outbox using due where outbox.id = due.id
returning outbox.id, outbox.topic as "topic: Topic", outbox.key, outbox.payload, outbox.created
