-- A contact that somebody else wrote down, and nobody has proved to hold yet. Whoever proves it takes it: it logs in to
-- an account that nobody has logged in to, and is taken off one whose owner came by his other contact.
alter table account
    add column unproved_phone boolean not null default false,
    add column unproved_email boolean not null default false,
    add check (not unproved_phone or phone is not null),
    add check (not unproved_email or email is not null);
-- The search of the admins' list.
create index account_search on account
    using gin ((lower(display_name) || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) gin_trgm_ops);

-- What is personal of a deleted account, until it can no longer be restored. Nothing but restoring and erasing reads it.
create table deleted_account (
    account_id bigint primary key references account (id),
    display_name text not null,
    phone text unique,
    email text unique,
    unproved_phone boolean not null,
    unproved_email boolean not null,
    photo uuid references picture (id),
    deleted timestamptz not null,
    deleted_by bigint not null references account (id),
    erase_after timestamptz not null
);
create index deleted_account_erase on deleted_account (erase_after);

-- Contacts are unique across both tables. After the fact, so that a deletion or change that was under way is seen: the
-- unique index has waited for it.
create function refuse_reserved_contact() returns trigger language plpgsql as $$
begin
    if exists (select from deleted_account d
        where d.account_id <> new.id and (d.phone = new.phone or d.email = new.email)) then
        raise exception 'the contact is kept for a deleted account'
            using errcode = 'unique_violation', table = 'account', constraint = 'account_contact_reserved';
    end if;
    return null;
end $$;
create trigger contact_reserved after insert or update of phone, email on account
    for each row execute function refuse_reserved_contact();

-- An access token is a session with a name, given out by an admin: it cannot bet.
alter table session
    add column name text check (char_length(name) between 1 and 100),
    add column issued_by bigint references account (id),
    add check ((name is null) = (issued_by is null));
create index session_tokens on session (id desc) where name is not null;
create index session_created on session (created) where address is not null;
create index session_by_account on session (account_id);
create index session_over on session (least(ended, expires)) where user_agent is not null;

-- An attempt that is to change a contact of this account; null: one that is to log in.
alter table login_attempt add column account_id bigint references account (id);
create index login_attempt_created on login_attempt (created);
create index login_failure_at on login_failure (at);

-- Consents, of accounts and of browsers by the random key they make for themselves.
create table consent (
    id bigint generated always as identity primary key,
    account_id bigint references account (id),
    browser text check (char_length(browser) between 8 and 64),
    kind smallint not null check (kind in (0, 1, 2, 3)), -- cookies, 18+, personal data, mailing
    version text not null check (char_length(version) between 1 and 50), -- of the text that was agreed to
    given timestamptz not null,
    address text,
    withdrawn timestamptz,
    withdrawn_address text,
    check (account_id is not null or browser is not null)
);
create index consent_account on consent (account_id, kind) where account_id is not null;
create index consent_browser on consent (browser, kind) where browser is not null;
create index consent_given on consent (given) where address is not null;
create index consent_withdrawn on consent (withdrawn) where withdrawn_address is not null;

-- The journal of the rooms by time, for the admins' search and for forgetting addresses. Of blocks, not of rows: bets pay
-- nothing for it. Several ranges a block, since a row whose address is forgotten moves among new ones.
create index room_command_at on room_command using brin (at timestamptz_minmax_multi_ops)
    with (pages_per_range = 32, autosummarize = on);
-- All that is no bet and no order: rare among them, and what one looks for. A bet is not in it, and pays one look at its
-- command's name (about a microsecond).
create index room_command_acts on room_command (at)
    where not command ?| array['place_bet', 'place_order', 'withdraw_order'];

-- How far addresses of a journal are forgotten, so that what is done is not looked through again.
create table forgotten_until (
    journal text primary key,
    at timestamptz not null
);
