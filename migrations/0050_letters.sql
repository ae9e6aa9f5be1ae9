-- Letters that must get out: queued by the transaction of what causes them, sent at least once under one Message-ID.
-- Who they are to and what they say is kept until they are done; the key stays 90 days, so that nothing queues twice.
create table letter (
    id bigint generated always as identity primary key,
    key text not null unique check (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,149}$'), -- the Message-ID's left part
    account_id bigint references account (id), -- to the address it has when the letter is sent
    address text,
    content jsonb,
    created timestamptz not null default now(),
    attempts integer not null default 0,
    refusals integer not null default 0, -- of them, by a server that wants no more of it
    not_before timestamptz not null default now(),
    done timestamptz,
    outcome text check (outcome in ('sent', 'given_up', 'no_address')),
    check ((done is null) = (outcome is null)),
    check (done is not null or (content is not null and num_nonnulls(account_id, address) = 1)),
    check (done is null or num_nonnulls(content, address) = 0)
);
create index letter_due on letter (not_before, id) where done is null;
create index letter_done on letter (done) where done is not null;
create index letter_account on letter (account_id) where account_id is not null;
