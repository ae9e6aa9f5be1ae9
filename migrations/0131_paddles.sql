-- Who bids under which paddle in the hall, and whom the house calls by telephone: known to the house's staff alone.
create table paddle (
    id bigint generated always as identity primary key,
    catalog_id bigint not null references catalog (id),
    number text not null check (char_length(number) between 1 and 32),
    name text not null,
    phone text,
    deposit bigint check (deposit >= 0),
    spending_limit bigint check (spending_limit >= 0),
    is_by_phone boolean not null default false,
    language text,
    -- Numbers of the lots to be called for; none: every lot.
    lots integer[] not null default '{}',
    caller text,
    created timestamptz not null,
    constraint paddle_number unique (catalog_id, number)
);
create index paddle_phone on paddle (phone) where phone is not null;
