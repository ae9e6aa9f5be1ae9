-- Stores the rows that bets and most commands cause. Empty parts cost time too, so `statement.rs` stores rarer rows separately.
--
-- `moved` is the fence: it contains no room that has lost its ownership or whose journal has advanced without it, and every
-- other part writes only for rooms in `moved`. The planner expects few rows and would check membership with a nested loop over
-- rooms and rows; the `case` makes it a hash with one look-up per row.
with moved as (
    update catalog_trade c
    set seq = b.seq_after, version = b.version, state = b.state, current_lot_id = b.current_lot_id,
        start_date = b.start_date, start_revision = c.start_revision + (c.start_date is distinct from b.start_date)::int,
        end_date = b.end_date, next_wake = b.next_wake,
        paused_at = b.paused_at, pause_reason = b.pause_reason, heartbeat = greatest(c.heartbeat, b.at)
    from unnest($1::journal_head[]) as b
    where c.catalog_id = b.catalog_id and c.epoch = b.epoch and c.seq = b.seq_before
    returning c.catalog_id
), commands as (
    insert into room_command (catalog_id, seq, id, at, account_id, address, request_id, command, events, outcome,
        idempotency_key, request_hash, answer)
    select u.catalog_id, u.seq, u.id, u.at, u.account_id, u.address, u.request_id, u.command::jsonb, u.events::jsonb,
        u.outcome, u.idempotency_key, u.request_hash, u.answer::jsonb
    from unnest($2::journal_command[]) as u
    where case when u.catalog_id in (select catalog_id from moved) then true end
), bets as (
    insert into bet (catalog_id, id, lot_id, account_id, paddle, participant, value, at, is_absentee, revoked,
        revoked_by)
    select u.*
    from unnest($3::journal_bet[]) as u
    where case when u.catalog_id in (select catalog_id from moved) then true end
), lots as (
    insert into lot_trade (catalog_id, lot_id, version, state, is_bidding_over, start_trade_time, end_trade_time,
        leading_bet_id, leading_value, leading_account_id, leading_paddle, leading_participant, leading_at,
        leading_is_absentee, bets_count, min_bet, reserve_state, warned_at, together,
        is_choice)
    select u.*
    from unnest($4::journal_lot[]) as u
    where case when u.catalog_id in (select catalog_id from moved) then true end
    on conflict (lot_id) do update
    set catalog_id = excluded.catalog_id, version = excluded.version, state = excluded.state,
        is_bidding_over = excluded.is_bidding_over, start_trade_time = excluded.start_trade_time,
        end_trade_time = excluded.end_trade_time, leading_bet_id = excluded.leading_bet_id,
        leading_value = excluded.leading_value, leading_account_id = excluded.leading_account_id,
        leading_paddle = excluded.leading_paddle, leading_participant = excluded.leading_participant,
        leading_at = excluded.leading_at, leading_is_absentee = excluded.leading_is_absentee,
        bets_count = excluded.bets_count, min_bet = excluded.min_bet, reserve_state = excluded.reserve_state,
        warned_at = excluded.warned_at, together = excluded.together, is_choice = excluded.is_choice
), work as (
    -- Up to a hundred jobs of a topic in a row: inserting and deleting a row for each would take a fifth of a bet's time in the database.
    insert into outbox (topic, key, payload)
    select w.topic, null, ('[' || string_agg(w.job, ',' order by w.place) || ']')::jsonb
    from unnest($5::journal_job[]) with ordinality as w (catalog_id, topic, job, place)
    where case when w.catalog_id in (select catalog_id from moved) then true end
    group by w.topic, w.place / 100
    order by min(w.place)
)
select catalog_id from moved
