-- The rows of the journal's statement (room-server/src/journal/store.sql), so that it takes one array for each table. `unnest`
-- of an array for each column runs a function for each, which took half of the statement's fixed time.
--
-- A server of the version before may still be storing bets while this one starts, so a type never changes: a new column takes a new type.
create type journal_head as (
    catalog_id bigint,
    epoch bigint,
    seq_before bigint,
    seq_after bigint,
    version bigint,
    state smallint,
    current_lot_id bigint,
    start_date timestamptz,
    end_date timestamptz,
    next_wake timestamptz,
    at timestamptz,
    paused_at timestamptz,
    pause_reason text
);
create type journal_command as (
    catalog_id bigint,
    seq bigint,
    id uuid,
    at timestamptz,
    account_id bigint,
    address text,
    request_id text,
    command text,
    events text,
    outcome text,
    idempotency_key text,
    request_hash bytea,
    answer text
);
create type journal_bet as (
    catalog_id bigint,
    id bigint,
    lot_id bigint,
    account_id bigint,
    paddle text,
    participant integer,
    value bigint,
    at timestamptz,
    is_absentee boolean,
    revoked timestamptz,
    revoked_by bigint
);
create type journal_lot as (
    catalog_id bigint,
    lot_id bigint,
    version bigint,
    state smallint,
    is_bidding_over boolean,
    start_trade_time timestamptz,
    end_trade_time timestamptz,
    leading_bet_id bigint,
    leading_value bigint,
    leading_account_id bigint,
    leading_paddle text,
    leading_participant integer,
    leading_at timestamptz,
    leading_is_absentee boolean,
    bets_count integer,
    min_bet bigint,
    reserve_state text,
    warned_at timestamptz,
    together integer[],
    is_choice boolean
);
create type journal_job as (
    catalog_id bigint,
    topic text,
    job text
);
