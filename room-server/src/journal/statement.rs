//! Stores the batches of many rooms in one transaction with one flush of the log. Commands, bets and lots take one statement and one
//! round trip; every other kind of row that occurs takes another.

use super::{
    batch::Batch,
    records::{BetRecord, CommandRecord, HeadRecord, JobRecord, LotRecord},
};
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

columns!(Changed<'a> {
    id: i64, revoked: Option<OffsetDateTime>, by: Option<i64>, paddle: Option<&'a str>,
});
columns!(Orders<> { catalog_id: i64, lot_id: i64, account_id: i64, value: i64, at: OffsetDateTime });
columns!(OrdersGone<> { lot_id: i64, account_id: i64 });
columns!(Participants<> { catalog_id: i64, account_id: i64, number: i32 });
columns!(LotsGone<> { catalog_id: i64, lot_id: i64 });

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
    let mut heads = Vec::with_capacity(batches.len());
    let mut commands = Vec::new();
    let mut bets = Vec::new();
    let mut lots = Vec::new();
    let mut jobs = Vec::new();

    for batch in batches {
        let catalog_id = batch.catalog_id;
        let head = &batch.head;
        heads.push(HeadRecord {
            catalog_id,
            epoch: batch.epoch,
            seq_before: batch.seq_before,
            seq_after: batch.seq_before + batch.commands.len() as i64,
            version: head.version,
            state: head.state.number(),
            current_lot_id: head.current_lot_id,
            start_date: head.start_date.map(datetime),
            end_date: head.end_date.map(datetime),
            next_wake: head.next_wake.map(datetime),
            at: datetime(head.at),
            paused_at: head.pause.as_ref().map(|pause| datetime(pause.since)),
            pause_reason: head
                .pause
                .as_ref()
                .and_then(|pause| pause.reason.as_deref()),
        });
        commands.extend(
            (batch.seq_before + 1..)
                .zip(&batch.commands)
                .map(|(seq, command)| {
                    let remembered = command.remembered.as_ref();
                    CommandRecord {
                        catalog_id,
                        seq,
                        id: command.id,
                        at: datetime(command.at),
                        account_id: command.account_id,
                        address: command.address.as_deref(),
                        request_id: command.request_id.as_deref(),
                        command: &command.command,
                        events: &command.events,
                        outcome: command.outcome,
                        idempotency_key: remembered.map(|remembered| remembered.key.as_str()),
                        request_hash: remembered
                            .map(|remembered| remembered.request_hash.as_slice()),
                        answer: remembered.map(|remembered| remembered.answer.as_str()),
                    }
                }),
        );
        bets.extend(batch.bets.iter().map(|bet| BetRecord {
            catalog_id,
            id: bet.id,
            lot_id: bet.lot_id,
            account_id: bet.account_id,
            paddle: bet.paddle.as_deref(),
            participant: bet.participant,
            value: bet.value.0,
            at: datetime(bet.at),
            is_absentee: bet.is_absentee,
            revoked: bet.revoked.map(datetime),
            revoked_by: bet.revoked_by,
        }));
        lots.extend(batch.lots.iter().map(|lot| {
            let leading = lot.leading.as_ref();
            LotRecord {
                catalog_id,
                lot_id: lot.lot_id,
                version: lot.version,
                state: lot.state.number(),
                is_bidding_over: lot.is_bidding_over,
                start_trade_time: lot.start_trade_time.map(datetime),
                end_trade_time: lot.end_trade_time.map(datetime),
                leading_bet_id: leading.map(|leading| leading.bet_id),
                leading_value: leading.map(|leading| leading.value.0),
                leading_account_id: leading.and_then(|leading| leading.account_id),
                leading_paddle: leading.and_then(|leading| leading.paddle.as_deref()),
                leading_participant: leading.and_then(|leading| leading.participant),
                leading_at: leading.map(|leading| datetime(leading.at)),
                leading_is_absentee: leading.map(|leading| leading.is_absentee),
                bets_count: lot.bets_count,
                min_bet: lot.min_bet.0,
                reserve_state: lot.reserve_state.map(|state| state.as_str()),
                warned_at: lot.warned_at.map(datetime),
                together: &lot.together,
                is_choice: lot.is_choice,
            }
        }));
        jobs.extend(batch.outbox.iter().map(|job| JobRecord {
            catalog_id,
            topic: job.topic,
            job: job.json(),
        }));
    }

    let stored = sqlx::query_file_scalar!(
        "src/journal/store.sql",
        &heads as &[HeadRecord<'_>],
        &commands as &[CommandRecord<'_>],
        &bets as &[BetRecord<'_>],
        &lots as &[LotRecord<'_>],
        &jobs as &[JobRecord<'_>],
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
