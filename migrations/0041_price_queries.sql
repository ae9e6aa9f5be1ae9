-- What people ask a house about a lot it sells without bidding. Their phone and e-mail are the account's own, and stay there.
create table price_query (
    id bigint generated always as identity primary key,
    lot_id bigint not null references lot (id),
    account_id bigint not null references account (id),
    message text not null check (char_length(message) between 1 and 2000),
    status smallint not null default 0 check (status in (0, 1, 2)), -- created, processed, rejected
    answer text,
    created timestamptz not null,
    answered timestamptz,
    answered_by bigint references account (id),
    deleted timestamptz,
    check ((status = 0) = (answered is null)),
    check (status <> 1 or answer is not null)
);
create unique index price_query_open on price_query (lot_id, account_id) where status = 0 and deleted is null;
create index price_query_account on price_query (account_id, id desc) where deleted is null;
create index price_query_lot on price_query (lot_id) where deleted is null;
