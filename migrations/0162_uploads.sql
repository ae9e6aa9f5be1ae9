-- Uploads under way: whose they are, how long they will be, until when they are kept. What has arrived is a file.
create table upload (
    id uuid primary key,
    account_id bigint not null references account (id),
    length bigint not null check (length > 0),
    created timestamptz not null,
    expires timestamptz not null
);
create index upload_account on upload (account_id);
create index upload_expires on upload (expires);
