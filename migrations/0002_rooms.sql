-- The journal of the rooms and the state it projects to. Written by `room-server` alone.

-- The fence of a room: who owns it (epoch) and how far its journal goes (seq).
create table catalog_trade (
    catalog_id bigint primary key references catalog (id),
    epoch bigint not null default 0,
    seq bigint not null default 0,
    version bigint not null default 0, -- counts public changes
    -- Scheduled, InProcess, Completed, Canceled, Temporary (draft), WaitForEnd
    state smallint not null check (state in (0, 1, 2, 3, 4, 5)),
    current_lot_id bigint,
    start_date timestamptz, -- as the room holds them: dates may move while it runs
    end_date timestamptz,
    heartbeat timestamptz,  -- last instant at which the room was surely alive
    next_wake timestamptz   -- when its next timer is due
) with (fillfactor = 50);
create index catalog_trade_live on catalog_trade (state) where state in (0, 1, 5);

-- The journal: every command that changed something, with its events in order, and every refusal that an
-- Idempotency-Key may ask for again. The events replay to the room's state. A command in doubt is looked up in the
-- tail of its room's journal by id, so the primary key is the only index.
-- No foreign key to catalog_trade here and in `bet`: a row is stored only together with a move of that very row, and
-- the check would cost every bet of a hot lot. The same goes for the bettor who leads a lot: his bet names him.
create table room_command (
    catalog_id bigint not null,
    seq bigint not null,
    id uuid not null,
    at timestamptz not null,
    account_id bigint references account (id), -- null: the room's own timer
    address text,
    request_id text,
    command jsonb not null,
    events jsonb not null, -- an array, empty for a remembered refusal
    outcome text not null, -- 'accepted', 'overbid', or the refusal's name
    idempotency_key text,
    request_hash bytea, -- of the body: the same key with another body is refused
    answer jsonb,       -- the whole answer, where a key may ask for it again
    primary key (catalog_id, seq),
    check ((idempotency_key is null) = (request_hash is null) and (idempotency_key is null) = (answer is null))
);

-- The room's state after `seq`: at 0 the state it began with, else a later one that spares a long replay.
create table room_snapshot (
    catalog_id bigint not null references catalog_trade (catalog_id),
    seq bigint not null,
    state jsonb not null,
    primary key (catalog_id, seq)
);

-- A bet's id is catalog_id * 2^24 + its number in the catalog: known before it is stored, ascending in a catalog, and
-- `id between` lists a catalog's bets without an index of its own.
create table bet (
    id bigint primary key,
    catalog_id bigint not null,
    lot_id bigint not null references lot (id),
    account_id bigint references account (id), -- null: the hall
    paddle text,
    participant integer, -- the bettor's number in this catalog; null: the hall
    value bigint not null check (value > 0),
    at timestamptz not null,
    is_absentee boolean not null default false,
    is_visible boolean not null default true,
    revoked timestamptz,
    revoked_by bigint references account (id),
    check (id >> 24 = catalog_id)
);
create index bet_lot on bet (lot_id, id desc);
create index bet_account on bet (account_id, id desc) where account_id is not null;

create table absentee_order (
    lot_id bigint not null references lot (id),
    account_id bigint not null references account (id),
    catalog_id bigint not null references catalog_trade (catalog_id),
    value bigint not null check (value > 0),
    at timestamptz not null,
    primary key (lot_id, account_id)
);
create index absentee_order_account on absentee_order (account_id);

create table participant (
    catalog_id bigint not null references catalog_trade (catalog_id),
    account_id bigint not null references account (id),
    number integer not null,
    primary key (catalog_id, account_id),
    unique (catalog_id, number)
);

create table lot_trade (
    lot_id bigint primary key references lot (id),
    catalog_id bigint not null references catalog_trade (catalog_id),
    version bigint not null default 0, -- the catalog's version at the lot's last public change
    state smallint not null default 0 check (state in (0, 1, 2, 4, 8)), -- None, InProcess, Sold, NotSold, Paid
    is_bidding_over boolean not null default false,
    start_trade_time timestamptz,
    end_trade_time timestamptz,
    leading_bet_id bigint,
    leading_value bigint,
    leading_account_id bigint,
    leading_paddle text,
    leading_participant integer,
    leading_at timestamptz,
    leading_is_absentee boolean,
    bets_count integer not null default 0,
    min_bet bigint not null,
    reserve_state text check (reserve_state in
        ('RESERVE_PRICE_NOT_ACHIEVED', 'ONE_STEP_UNTIL_RESERVE_PRICE', 'RESERVE_PRICE_ACHIEVED'))
) with (fillfactor = 50);
create index lot_trade_catalog on lot_trade (catalog_id);

create table chat_message (
    id bigint generated always as identity primary key,
    catalog_id bigint not null references catalog (id),
    account_id bigint not null references account (id),
    name text not null,
    is_controller boolean not null default false,
    text text not null check (char_length(text) between 1 and 1000),
    at timestamptz not null default now()
);
create index chat_message_catalog on chat_message (catalog_id, id desc);
