-- The second factor: the secret of an authenticator. Unconfirmed until its owner has typed a code of it.
create table second_factor (
    account_id bigint primary key references account (id),
    secret bytea not null check (octet_length(secret) = 20),
    created timestamptz not null,
    confirmed timestamptz,
    -- the 30-second step of the newest code that was accepted: none is accepted twice
    used_step bigint not null default 0
);
create trigger access_changed after insert or update of confirmed or delete on second_factor
    for each row execute function notify_access_changed('account_id');

-- Codes for the day the authenticator is lost; each works once and is then gone. Kept hashed.
create table recovery_code (
    account_id bigint not null references account (id),
    code_hash bytea not null check (octet_length(code_hash) = 32),
    primary key (account_id, code_hash)
);

-- When the login last proved the second factor.
alter table session add column stepped_up timestamptz;

-- Wrong codes of second factors. Only who has proved a contact of the account, or holds a login of it, can try.
create table second_factor_failure (
    account_id bigint not null references account (id),
    at timestamptz not null
);
create index second_factor_failure_account on second_factor_failure (account_id, at);
create index second_factor_failure_at on second_factor_failure (at);
