-- The secret with which a letter's reader ends letters of its kind, without a login.
create table letter_end (
    account_id bigint primary key references account (id),
    secret text not null unique default replace(gen_random_uuid()::text, '-', '')
);

-- A letter that would have come too soon after the last one about the same lot: written later, if it is still so then.
alter table notification add letter_held boolean not null default false;
create index notification_held on notification (account_id, lot_id, id) where letter_held;

-- What is answered is put away by each side for itself; `deleted` is what who asked took back unanswered.
alter table price_query
    add put_away_by_asker timestamptz,
    add put_away_by_house timestamptz;
update price_query set put_away_by_asker = deleted, put_away_by_house = deleted, deleted = null
    where deleted is not null and status <> 0;
alter table price_query add constraint price_query_taken_back check (deleted is null or status = 0);
