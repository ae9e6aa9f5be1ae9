-- Leases due messages to one sender until $3. If that sender dies, another takes them when the lease expires.
with due as (
    select id from push_message
    where done is null and not_before <= $1
    order by not_before, id
    limit $2
    for update skip locked
)
update push_message set attempts = attempts + 1, not_before = $3
from due, push_subscription
where push_message.id = due.id and push_subscription.session_id = push_message.session_id
returning push_message.id, push_message.session_id, push_message.key, push_message.topic, push_message.notice,
    push_message.until, push_message.attempts, push_subscription.endpoint, push_subscription.p256dh, push_subscription.auth
