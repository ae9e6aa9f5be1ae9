-- The controllers of a sale hide messages of its chat and mute their authors.
alter table chat_message add column hidden timestamptz;
create table chat_mute (
    catalog_id bigint not null references catalog (id),
    account_id bigint not null references account (id),
    muted timestamptz not null,
    primary key (catalog_id, account_id)
);
create index chat_mute_account on chat_mute (account_id);
