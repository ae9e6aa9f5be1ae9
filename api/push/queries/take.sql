-- Leases to one sender, until $3, the browsers that have an open message and may be tried at $1: $2 at most, $6 of them
-- among those whose last attempt failed. Leaves out subscriptions of another key than the site's ($4), and the push
-- services $5, which have enough to do. Of each browser, the oldest message.
with fresh as (
    select session_id from push_subscription p
    where p.failures = 0 and p.not_before <= $1 and p.vapid_key = $4 and p.service <> all($5)
        and exists (select from push_message m where m.session_id = p.session_id and m.done is null and m.until > $1)
    order by p.not_before, p.session_id
    limit $2
    for no key update skip locked
), again as (
    select session_id from push_subscription p
    where p.failures > 0 and p.not_before <= $1 and p.vapid_key = $4 and p.service <> all($5)
        and exists (select from push_message m where m.session_id = p.session_id and m.done is null and m.until > $1)
    order by p.not_before, p.session_id
    limit least($2 - (select count(*) from fresh), $6)
    for no key update skip locked
), leased as (
    update push_subscription p set not_before = $3
    from (select session_id from fresh union all select session_id from again) due
    where p.session_id = due.session_id
    returning p.session_id, p.endpoint, p.service, p.p256dh, p.auth, p.failures
)
select message.id, leased.session_id, message.key, message.topic, message.notice, message.until,
    leased.failures, leased.endpoint, leased.service, leased.p256dh, leased.auth
from leased
cross join lateral (
    select id, key, topic, notice, until from push_message m
    where m.session_id = leased.session_id and m.done is null and m.until > $1
    order by m.id limit 1
) message
