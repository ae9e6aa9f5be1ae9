-- Searches that people keep, with letters about new lots.
create table saved_search (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    name text not null,
    -- The address of the list, without the page: what the client opens.
    path text not null,
    -- The search of that list (LotSearchRequest).
    request jsonb not null,
    letters text not null check (letters in ('never', 'atOnce', 'daily')),
    created timestamptz not null,
    -- Lots first seen by then are in earlier letters, or were there before the search was saved.
    looked_until timestamptz not null,
    constraint saved_search_once unique (account_id, path)
);
create index saved_search_due on saved_search (looked_until) where letters <> 'never';
create index lot_first_seen_at on lot_first_seen (at);
-- A transaction that lists lots may have waited long for their locks: what counts is when it listed them.
alter table lot_first_seen alter column at set default clock_timestamp();
