-- Secrets that all processes of the site share; each is random and made at its first use.
create table server_secret (
    name text primary key,
    value bytea not null check (octet_length(value) = 32)
);

-- The device of the account being logged in to: a random id from the mark that its browser keeps. Null: a browser that has
-- not logged in to this account, which shares the limits of its network.
alter table login_attempt add column device text;
create index login_attempt_device on login_attempt (device, created) where device is not null;

-- Wrong codes, by where they came from. Older ones named only the contact, and no longer count.
delete from login_failure;
alter table login_failure
    add column address text not null,
    add column device text;
create index login_failure_address on login_failure (address, at) where device is null;
create index login_failure_device on login_failure (device, at) where device is not null;
drop index login_failure_target;
alter table login_failure drop column target;
