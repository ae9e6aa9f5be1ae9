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
    next_wake timestamptz
);
create index catalog_trade_live on catalog_trade (state) where state in (0, 1, 5);

create table room_event (
    catalog_id bigint not null references catalog_trade (catalog_id),
    seq bigint not null,
    at timestamptz not null,
    command_id uuid not null,
    event jsonb not null,
    primary key (catalog_id, seq)
);

-- Every command that was decided: who asked, from where, and what was answered. Doubtful waiters are looked up here,
-- and a repeated Idempotency-Key finds its first answer.
create table room_command (
    id uuid primary key,
    catalog_id bigint not null references catalog_trade (catalog_id),
    account_id bigint references account (id), -- null: the room's own timer
    idempotency_key text,
    request_hash bytea, -- of the body: the same key with another body is refused
    at timestamptz not null,
    address text,
    request_id text,
    command jsonb not null,
    answer jsonb not null
);
create unique index room_command_idempotency on room_command (catalog_id, account_id, idempotency_key)
    where idempotency_key is not null;
create index room_command_at on room_command (at);

-- The room's state after `seq`, so that a long journal need not be replayed from its start.
create table room_snapshot (
    catalog_id bigint primary key references catalog_trade (catalog_id),
    seq bigint not null,
    state jsonb not null
);

create table bet (
    id bigint generated always as identity primary key,
    catalog_id bigint not null references catalog_trade (catalog_id),
    lot_id bigint not null references lot (id),
    seq bigint not null, -- of its event
    account_id bigint references account (id), -- null: the hall
    paddle text,
    participant integer, -- the bettor's number in this catalog; null: the hall
    value bigint not null check (value > 0),
    at timestamptz not null,
    is_absentee boolean not null default false,
    is_visible boolean not null default true,
    revoked timestamptz,
    revoked_by bigint references account (id),
    unique (catalog_id, seq)
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
    version bigint not null default 0,
    state smallint not null default 0 check (state in (0, 1, 2, 4, 8)), -- None, InProcess, Sold, NotSold, Paid
    is_bidding_over boolean not null default false,
    start_trade_time timestamptz,
    end_trade_time timestamptz,
    leading_value bigint,
    leading_account_id bigint references account (id),
    leading_paddle text,
    leading_participant integer,
    leading_seq bigint,
    leading_at timestamptz,
    leading_is_absentee boolean,
    bets_count integer not null default 0,
    min_bet bigint not null,
    reserve_state text check (reserve_state in
        ('RESERVE_PRICE_NOT_ACHIEVED', 'ONE_STEP_UNTIL_RESERVE_PRICE', 'RESERVE_PRICE_ACHIEVED'))
);
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
