-- What people are told, by whom it may be read, and what they hear of by e-mail. Written by `api`.

create table notification (
    id bigint generated always as identity primary key,
    event_key text not null, -- names the event, the same however often it is read
    account_id bigint references account (id), -- null: everybody
    kind text not null,
    subject_kind smallint not null check (subject_kind in (0, 1, 2, 3, 4)), -- none, house, catalog, lot, bet
    house_id bigint references house (id) on delete set null,
    catalog_id bigint references catalog (id) on delete set null,
    lot_id bigint references lot (id) on delete set null,
    subject text not null check (char_length(subject) between 1 and 300),
    text text not null check (char_length(text) between 1 and 4000),
    created timestamptz not null,
    read timestamptz, -- of a person's own
    mailed boolean not null default false, -- whether a letter went with it
    pushed boolean not null default false, -- whether it was sent to the sockets
    -- A lot won: the letter waits until the sale is over.
    awaits_completion boolean not null default false,
    constraint notification_once unique nulls not distinct (event_key, account_id)
);
create index notification_account on notification (account_id, id desc) where account_id is not null;
create index notification_unread on notification (account_id) where account_id is not null and read is null;
create index notification_system on notification (id desc) where account_id is null;
create index notification_to_push on notification (id) where not pushed;
create index notification_awaiting on notification (catalog_id) where awaits_completion;
create index notification_lot on notification (account_id, lot_id, kind) where mailed;

-- Of what a person hears by e-mail too; who has no row, of everything.
create table notification_setting (
    account_id bigint primary key references account (id),
    outbid boolean not null,
    bet_cancelled boolean not null,
    lot_starting boolean not null,
    lot_won boolean not null,
    registration boolean not null,
    price_request boolean not null,
    artist_lots boolean not null,
    house boolean not null -- what concerns the houses one works for
);

create table lot_subscription (
    account_id bigint not null references account (id),
    lot_id bigint not null references lot (id) on delete cascade,
    created timestamptz not null default now(),
    primary key (account_id, lot_id)
);
create index lot_subscription_lot on lot_subscription (lot_id);

-- Since when everybody may see a lot: who subscribed to its artist by then hears of it, once.
create table lot_first_seen (
    lot_id bigint primary key references lot (id) on delete cascade,
    at timestamptz not null default now()
);
insert into lot_first_seen (lot_id) select lot_id from lot_listing where not is_hidden;

-- Whatever makes a lot visible (entered, imported, scheduled, shown), its listing follows.
create function lot_listed() returns trigger language plpgsql as $$
begin
    insert into lot_first_seen (lot_id) values (new.lot_id) on conflict do nothing;
    if found and exists (
        select from lot_author join artist_subscription on artist_subscription.author_id = lot_author.author_id
        where lot_author.lot_id = new.lot_id
    ) then
        insert into outbox (topic, key, payload)
        values ('notify', 'lot_listed:' || new.lot_id, jsonb_build_object('kind', 'lot_listed', 'lotId', new.lot_id));
    end if;
    return null;
end $$;
create trigger lot_listed after insert on lot_listing
    for each row when (not new.is_hidden) execute function lot_listed();
create trigger lot_shown after update of is_hidden on lot_listing
    for each row when (old.is_hidden and not new.is_hidden) execute function lot_listed();
