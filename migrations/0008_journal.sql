-- Every change that a person makes outside of the rooms, whose commands are journalled in `room_command`. Ids and values;
-- what is personal of a person is masked before it gets here. Written by `api`.
create table journal_record (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    account_id bigint references account (id), -- null: the server's shell, or the server itself
    address text, -- kept 90 days
    request_id text,
    event smallint not null, -- hundreds: 1 accounts, 2 houses, 3 catalogs, 4 lots, 5 content, 6 price requests
    subject_id bigint not null, -- the account, house, catalog … that the event names
    before jsonb, -- the fields that changed; null: it was not there
    after jsonb -- null: it is gone
);
create index journal_record_at on journal_record (at desc, id desc);
create index journal_record_event on journal_record (event, at desc);
create index journal_record_account on journal_record (account_id, at desc);
create index journal_record_subject on journal_record (event, subject_id, at desc);
create index journal_record_addresses on journal_record (at) where address is not null;
