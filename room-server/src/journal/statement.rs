//! Stores the batches of many rooms in one transaction with one flush of the log. Commands, bets and lots take one statement and one
//! round trip; every other kind of row that occurs takes another.

use super::batch::Batch;
use crate::instant::datetime;
use sqlx::{Connection as _, PgConnection};
use std::collections::HashSet;
use time::OffsetDateTime;

/// Rows of one table as the column arrays that `unnest` takes.
macro_rules! columns {
    ($name:ident<$($life:lifetime)?> { $($field:ident: $of:ty),+ $(,)? }) => {
        #[derive(Default)]
        struct $name$(<$life>)? { $($field: Vec<$of>),+ }
    };
}

columns!(Rooms<'a> {
    catalog_id: i64, epoch: i64, seq_before: i64, seq_after: i64, version: i64, state: i16,
    current_lot_id: Option<i64>, start_date: Option<OffsetDateTime>, end_date: Option<OffsetDateTime>,
    next_wake: Option<OffsetDateTime>, at: OffsetDateTime, paused_at: Option<OffsetDateTime>,
    pause_reason: Option<&'a str>,
});
columns!(Commands<'a> {
    catalog_id: i64, seq: i64, id: uuid::Uuid, at: OffsetDateTime, account_id: Option<i64>, address: Option<&'a str>,
    request_id: Option<&'a str>, command: &'a str, events: &'a str, outcome: &'a str,
    idempotency_key: Option<&'a str>, request_hash: Option<&'a [u8]>, answer: Option<&'a str>,
});
columns!(Bets<'a> {
    catalog_id: i64, id: i64, lot_id: i64, account_id: Option<i64>, paddle: Option<&'a str>,
    participant: Option<i32>, value: i64, at: OffsetDateTime, is_absentee: bool, revoked: Option<OffsetDateTime>,
    revoked_by: Option<i64>,
});
columns!(Changed<'a> {
    id: i64, revoked: Option<OffsetDateTime>, by: Option<i64>, paddle: Option<&'a str>,
});
columns!(Orders<> { catalog_id: i64, lot_id: i64, account_id: i64, value: i64, at: OffsetDateTime });
columns!(OrdersGone<> { lot_id: i64, account_id: i64 });
columns!(Participants<> { catalog_id: i64, account_id: i64, number: i32 });
columns!(Lots<'a> {
    catalog_id: i64, lot_id: i64, version: i64, state: i16, is_bidding_over: bool,
    start_trade_time: Option<OffsetDateTime>, end_trade_time: Option<OffsetDateTime>,
    leading_bet_id: Option<i64>, leading_value: Option<i64>, leading_account_id: Option<i64>,
    leading_paddle: Option<&'a str>, leading_participant: Option<i32>, leading_at: Option<OffsetDateTime>,
    leading_is_absentee: Option<bool>, bets_count: i32, min_bet: i64, reserve_state: Option<&'a str>,
    warned_at: Option<OffsetDateTime>, together: String, is_choice: bool,
});
columns!(LotsGone<> { catalog_id: i64, lot_id: i64 });
columns!(Outbox<'a> { catalog_id: i64, topic: &'a str, job: String });

/// Stores each batch whose room is still owned under its epoch and whose journal is exactly at the expected position.
/// Returns the catalogs of the stored batches; writes nothing for the others.
///
/// After an error nothing was stored, except that the outcome is unknown if the connection broke.
pub async fn store(connection: &mut PgConnection, batches: &[Batch]) -> sqlx::Result<HashSet<i64>> {
    // Empty parts of a statement cost time too, and only a bidder's first bet in a sale needs more than the common rows.
    if batches.iter().all(has_common_rows_only) {
        return store_common(connection, batches).await;
    }
    let mut transaction = connection.begin().await?;
    match store_all(&mut transaction, batches).await {
        Ok(stored) => {
            transaction.commit().await?;
            Ok(stored)
        }
        Err(error) => {
            // Dropping the transaction would defer the rollback to the next statement; until then the session could time out.
            if let Err(lost) = transaction.rollback().await {
                tracing::warn!(%error, %lost, "a transaction of the journal failed, and so did its rollback");
                return Err(lost);
            }
            Err(error)
        }
    }
}

async fn store_all(connection: &mut PgConnection, batches: &[Batch]) -> sqlx::Result<HashSet<i64>> {
    let stored = store_common(connection, batches).await?;
    let mut batches: Vec<&Batch> = batches.iter().collect();
    batches.retain(|batch| stored.contains(&batch.catalog_id));
    store_others(connection, &batches).await?;
    Ok(stored)
}

fn has_common_rows_only(batch: &Batch) -> bool {
    batch.changed.is_empty()
        && batch.orders.is_empty()
        && batch.participants.is_empty()
        && batch.lots_gone.is_empty()
}

/// Stores the heads, commands, bets, lots and jobs of the batches that pass the fence, and returns their catalogs.
async fn store_common(
    connection: &mut PgConnection,
    batches: &[Batch],
) -> sqlx::Result<HashSet<i64>> {
    let mut r = Rooms::default();
    let mut c = Commands::default();
    let mut b = Bets::default();
    let mut l = Lots::default();
    let mut x = Outbox::default();

    for batch in batches {
        let catalog_id = batch.catalog_id;
        r.catalog_id.push(catalog_id);
        r.epoch.push(batch.epoch);
        r.seq_before.push(batch.seq_before);
        r.seq_after
            .push(batch.seq_before + batch.commands.len() as i64);
        r.version.push(batch.head.version);
        r.state.push(batch.head.state.number());
        r.current_lot_id.push(batch.head.current_lot_id);
        r.start_date.push(batch.head.start_date.map(datetime));
        r.end_date.push(batch.head.end_date.map(datetime));
        let pause = batch.head.pause.as_ref();
        r.paused_at.push(pause.map(|pause| datetime(pause.since)));
        r.pause_reason
            .push(pause.and_then(|pause| pause.reason.as_deref()));
        r.next_wake.push(batch.head.next_wake.map(datetime));
        r.at.push(datetime(batch.head.at));
        for (seq, command) in (batch.seq_before + 1..).zip(&batch.commands) {
            let remembered = command.remembered.as_ref();
            c.catalog_id.push(catalog_id);
            c.seq.push(seq);
            c.id.push(command.id);
            c.at.push(datetime(command.at));
            c.account_id.push(command.account_id);
            c.address.push(command.address.as_deref());
            c.request_id.push(command.request_id.as_deref());
            c.command.push(&command.command);
            c.events.push(&command.events);
            c.outcome.push(command.outcome);
            c.idempotency_key
                .push(remembered.map(|remembered| remembered.key.as_str()));
            c.request_hash
                .push(remembered.map(|remembered| remembered.request_hash.as_slice()));
            c.answer
                .push(remembered.map(|remembered| remembered.answer.as_str()));
        }
        for bet in &batch.bets {
            b.catalog_id.push(catalog_id);
            b.id.push(bet.id);
            b.lot_id.push(bet.lot_id);
            b.account_id.push(bet.account_id);
            b.paddle.push(bet.paddle.as_deref());
            b.participant.push(bet.participant);
            b.value.push(bet.value.0);
            b.at.push(datetime(bet.at));
            b.is_absentee.push(bet.is_absentee);
            b.revoked.push(bet.revoked.map(datetime));
            b.revoked_by.push(bet.revoked_by);
        }
        for lot in &batch.lots {
            let leading = lot.leading.as_ref();
            l.catalog_id.push(catalog_id);
            l.lot_id.push(lot.lot_id);
            l.version.push(lot.version);
            l.state.push(lot.state.number());
            l.is_bidding_over.push(lot.is_bidding_over);
            l.start_trade_time.push(lot.start_trade_time.map(datetime));
            l.end_trade_time.push(lot.end_trade_time.map(datetime));
            l.warned_at.push(lot.warned_at.map(datetime));
            l.leading_bet_id.push(leading.map(|leading| leading.bet_id));
            l.leading_value.push(leading.map(|leading| leading.value.0));
            l.leading_account_id
                .push(leading.and_then(|leading| leading.account_id));
            l.leading_paddle
                .push(leading.and_then(|leading| leading.paddle.as_deref()));
            l.leading_participant
                .push(leading.and_then(|leading| leading.participant));
            l.leading_at
                .push(leading.map(|leading| datetime(leading.at)));
            l.leading_is_absentee
                .push(leading.map(|leading| leading.is_absentee));
            l.bets_count.push(lot.bets_count);
            l.min_bet.push(lot.min_bet.0);
            l.reserve_state
                .push(lot.reserve_state.map(|state| state.as_str()));
            // One text for each lot: `unnest` would take arrays of arrays apart.
            let numbers: Vec<_> = lot.together.iter().map(i32::to_string).collect();
            l.together.push(format!("{{{}}}", numbers.join(",")));
            l.is_choice.push(lot.is_choice);
        }
        for row in &batch.outbox {
            x.catalog_id.push(catalog_id);
            x.topic.push(row.topic);
            x.job.push(row.json());
        }
    }

    let stored = sqlx::query_file_scalar!(
        "src/journal/store.sql",
        &r.catalog_id,
        &r.epoch,
        &r.seq_before,
        &r.seq_after,
        &r.version,
        &r.state,
        &r.current_lot_id as &[Option<i64>],
        &r.start_date as &[Option<OffsetDateTime>],
        &r.end_date as &[Option<OffsetDateTime>],
        &r.next_wake as &[Option<OffsetDateTime>],
        &r.at,
        &r.paused_at as &[Option<OffsetDateTime>],
        &r.pause_reason as &[Option<&str>],
        &c.catalog_id,
        &c.seq,
        &c.id,
        &c.at,
        &c.account_id as &[Option<i64>],
        &c.address as &[Option<&str>],
        &c.request_id as &[Option<&str>],
        &c.command as &[&str],
        &c.events as &[&str],
        &c.outcome as &[&str],
        &c.idempotency_key as &[Option<&str>],
        &c.request_hash as &[Option<&[u8]>],
        &c.answer as &[Option<&str>],
        &b.catalog_id,
        &b.id,
        &b.lot_id,
        &b.account_id as &[Option<i64>],
        &b.paddle as &[Option<&str>],
        &b.participant as &[Option<i32>],
        &b.value,
        &b.at,
        &b.is_absentee,
        &b.revoked as &[Option<OffsetDateTime>],
        &b.revoked_by as &[Option<i64>],
        &l.catalog_id,
        &l.lot_id,
        &l.version,
        &l.state,
        &l.is_bidding_over,
        &l.start_trade_time as &[Option<OffsetDateTime>],
        &l.end_trade_time as &[Option<OffsetDateTime>],
        &l.leading_bet_id as &[Option<i64>],
        &l.leading_value as &[Option<i64>],
        &l.leading_account_id as &[Option<i64>],
        &l.leading_paddle as &[Option<&str>],
        &l.leading_participant as &[Option<i32>],
        &l.leading_at as &[Option<OffsetDateTime>],
        &l.leading_is_absentee as &[Option<bool>],
        &l.bets_count,
        &l.min_bet,
        &l.reserve_state as &[Option<&str>],
        &l.warned_at as &[Option<OffsetDateTime>],
        &l.together,
        &l.is_choice,
        &x.catalog_id,
        &x.topic as &[&str],
        &x.job,
    )
    .fetch_all(connection)
    .await?;
    Ok(stored.into_iter().collect())
}

/// Stores the other rows of batches that passed the fence earlier in the transaction.
async fn store_others(connection: &mut PgConnection, batches: &[&Batch]) -> sqlx::Result<()> {
    let mut v = Changed::default();
    let mut o = Orders::default();
    let mut g = OrdersGone::default();
    let mut p = Participants::default();
    let mut w = LotsGone::default();

    for batch in batches {
        let catalog_id = batch.catalog_id;
        for bet in &batch.changed {
            v.id.push(bet.id);
            v.revoked
                .push(bet.revoked.map(|revoked| datetime(revoked.at)));
            v.by.push(bet.revoked.and_then(|revoked| revoked.by));
            v.paddle.push(bet.paddle.as_deref());
        }
        for order in &batch.orders {
            match order.maximum {
                Some(maximum) => {
                    o.catalog_id.push(catalog_id);
                    o.lot_id.push(order.lot_id);
                    o.account_id.push(order.account_id);
                    o.value.push(maximum.0);
                    o.at.push(datetime(order.at));
                }
                None => {
                    g.lot_id.push(order.lot_id);
                    g.account_id.push(order.account_id);
                }
            }
        }
        for participant in &batch.participants {
            p.catalog_id.push(catalog_id);
            p.account_id.push(participant.account_id);
            p.number.push(participant.number);
        }
        for lot_id in &batch.lots_gone {
            w.catalog_id.push(catalog_id);
            w.lot_id.push(*lot_id);
        }
    }

    if !v.id.is_empty() {
        sqlx::query!(
            "update bet
             set revoked = coalesce(u.revoked, bet.revoked),
                 revoked_by = case when u.revoked is null then bet.revoked_by else u.by end,
                 paddle = coalesce(u.paddle, bet.paddle)
             from unnest($1::bigint[], $2::timestamptz[], $3::bigint[], $4::text[]) as u (id, revoked, by, paddle)
             where bet.id = u.id",
            &v.id,
            &v.revoked as &[Option<OffsetDateTime>],
            &v.by as &[Option<i64>],
            &v.paddle as &[Option<&str>],
        )
        .execute(&mut *connection)
        .await?;
    }
    if !o.lot_id.is_empty() {
        sqlx::query!(
            "insert into absentee_order (catalog_id, lot_id, account_id, value, at)
             select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::timestamptz[])
             on conflict (lot_id, account_id)
                 do update set catalog_id = excluded.catalog_id, value = excluded.value, at = excluded.at",
            &o.catalog_id,
            &o.lot_id,
            &o.account_id,
            &o.value,
            &o.at,
        )
        .execute(&mut *connection)
        .await?;
    }
    if !g.lot_id.is_empty() {
        sqlx::query!(
            "delete from absentee_order a using unnest($1::bigint[], $2::bigint[]) as u (lot_id, account_id)
             where a.lot_id = u.lot_id and a.account_id = u.account_id",
            &g.lot_id,
            &g.account_id,
        )
        .execute(&mut *connection)
        .await?;
    }
    if !p.account_id.is_empty() {
        sqlx::query!(
            "insert into participant (catalog_id, account_id, number)
             select * from unnest($1::bigint[], $2::bigint[], $3::integer[])",
            &p.catalog_id,
            &p.account_id,
            &p.number,
        )
        .execute(&mut *connection)
        .await?;
    }
    if !w.lot_id.is_empty() {
        sqlx::query!(
            "delete from lot_trade t using unnest($1::bigint[], $2::bigint[]) as u (catalog_id, lot_id)
             where t.lot_id = u.lot_id and t.catalog_id = u.catalog_id",
            &w.catalog_id,
            &w.lot_id,
        )
        .execute(connection)
        .await?;
    }
    Ok(())
}
