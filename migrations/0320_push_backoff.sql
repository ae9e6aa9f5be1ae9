-- A push service that fails or asks for a pause says so of a browser, not of one message: no later event shortens it.
alter table push_subscription
    -- Attempts that failed since the last success.
    add column failures integer not null default 0,
    -- No attempt before this time, which is also the lease of the sender that makes one.
    add column not_before timestamptz not null default '-infinity',
    -- The push service's host: no one of them may hold up the others.
    add column service text not null generated always as (substring(endpoint from '^[a-z]+://([^/?#]+)')) stored;
comment on column push_subscription.failing_since is 'When the first of these attempts failed.';

drop index push_message_due;
alter table push_message drop column attempts, drop column not_before;
create index push_message_open on push_message (session_id, id) where done is null;
