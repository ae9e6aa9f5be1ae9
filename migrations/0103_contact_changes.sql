-- Changes of a contact that wait, since the old one was not proved: until then, the old one can stop them.
create table contact_change (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    phone text,
    email text,
    -- of the secret in the address that the letter to the old contact carries
    secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
    requested timestamptz not null,
    due timestamptz not null,
    check ((phone is null) <> (email is null))
);
-- A later change of the same kind replaces the one that waits.
create unique index contact_change_account on contact_change (account_id, (phone is null));
create index contact_change_due on contact_change (due);
