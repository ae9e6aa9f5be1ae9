-- A person who came with two accounts keeps one. The other stays as a row: the journals of rooms name it as the bidder.
alter table account
    add column merged_into bigint references account (id),
    add constraint account_merged check (merged_into is null or deleted is not null and merged_into <> id);
create index account_merged_into on account (merged_into) where merged_into is not null;
