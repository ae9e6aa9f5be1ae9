-- Browsers in which people switched notices on (Web Push). One for each login: it ends with it.
create table push_subscription (
    session_id bigint primary key references session (id) on delete cascade,
    -- Whoever knows it can send to the browser.
    endpoint text not null unique,
    p256dh bytea not null check (octet_length(p256dh) = 65),
    auth bytea not null check (octet_length(auth) = 16),
    -- The site's public key that the browser subscribed with: it takes messages of no other.
    vapid_key text not null,
    created timestamptz not null,
    -- Since when every message to it has failed.
    failing_since timestamptz
);

create function end_push_subscription() returns trigger language plpgsql as $$
begin
    delete from push_subscription where session_id = new.id;
    return null;
end
$$;
create trigger push_subscription_ended after update of ended on session
    for each row when (new.ended is not null) execute function end_push_subscription();

-- Messages to these browsers: the latest of each topic. A sent one stays for a while, so that its event is sent once.
create table push_message (
    id bigint generated always as identity primary key,
    session_id bigint not null references push_subscription (session_id) on delete cascade,
    topic text not null check (topic ~ '^[A-Za-z0-9_-]{1,32}$'),
    key text not null, -- names the event
    notice jsonb not null,
    until timestamptz not null, -- no news after that
    not_before timestamptz not null,
    attempts integer not null default 0,
    done timestamptz,
    constraint push_message_once unique (session_id, topic)
);
create index push_message_due on push_message (not_before, id) where done is null;
create index push_message_until on push_message (until);
