//! Stores the batches of many rooms in one transaction with one flush of the log. Commands, bets and lots take one statement and one
//! round trip; every other kind of row that occurs takes another.

use super::{
    batch::Batch,
    records::{BetRecord, CommandRecord, HeadRecord, JobRecord, LotRecord},
};
use sqlx::{Connection as _, PgConnection};
use std::collections::HashSet;
use time::OffsetDateTime;
use wire::instant::datetime;

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
    change_bets(connection, batches).await?;
    store_orders(connection, batches).await?;
    withdraw_orders(connection, batches).await?;
    store_participants(connection, batches).await?;
    remove_lots(connection, batches).await
}

/// Revocations and corrected paddles.
async fn change_bets(connection: &mut PgConnection, batches: &[&Batch]) -> sqlx::Result<()> {
    let changed = || batches.iter().flat_map(|batch| &batch.changed);
    let ids: Vec<i64> = changed().map(|bet| bet.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let revoked: Vec<Option<OffsetDateTime>> = changed()
        .map(|bet| bet.revoked.map(|revoked| datetime(revoked.at)))
        .collect();
    let by: Vec<Option<i64>> = changed()
        .map(|bet| bet.revoked.and_then(|revoked| revoked.by))
        .collect();
    let paddles: Vec<Option<&str>> = changed().map(|bet| bet.paddle.as_deref()).collect();
    sqlx::query!(
        "update bet
         set revoked = coalesce(u.revoked, bet.revoked),
             revoked_by = case when u.revoked is null then bet.revoked_by else u.by end,
             paddle = coalesce(u.paddle, bet.paddle)
         from unnest($1::bigint[], $2::timestamptz[], $3::bigint[], $4::text[]) as u (id, revoked, by, paddle)
         where bet.id = u.id",
        &ids,
        &revoked as &[Option<OffsetDateTime>],
        &by as &[Option<i64>],
        &paddles as &[Option<&str>],
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn store_orders(connection: &mut PgConnection, batches: &[&Batch]) -> sqlx::Result<()> {
    let mut catalogs = Vec::new();
    let mut lots = Vec::new();
    let mut accounts = Vec::new();
    let mut values = Vec::new();
    let mut times = Vec::new();
    for batch in batches {
        for order in &batch.orders {
            if let Some(maximum) = order.maximum {
                catalogs.push(batch.catalog_id);
                lots.push(order.lot_id);
                accounts.push(order.account_id);
                values.push(maximum.0);
                times.push(datetime(order.at));
            }
        }
    }
    if lots.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into absentee_order (catalog_id, lot_id, account_id, value, at)
         select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::timestamptz[])
         on conflict (lot_id, account_id)
             do update set catalog_id = excluded.catalog_id, value = excluded.value, at = excluded.at",
        &catalogs,
        &lots,
        &accounts,
        &values,
        &times,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn withdraw_orders(connection: &mut PgConnection, batches: &[&Batch]) -> sqlx::Result<()> {
    let (lots, accounts): (Vec<i64>, Vec<i64>) = batches
        .iter()
        .flat_map(|batch| &batch.orders)
        .filter(|order| order.maximum.is_none())
        .map(|order| (order.lot_id, order.account_id))
        .unzip();
    if lots.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "delete from absentee_order a using unnest($1::bigint[], $2::bigint[]) as u (lot_id, account_id)
         where a.lot_id = u.lot_id and a.account_id = u.account_id",
        &lots,
        &accounts,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn store_participants(connection: &mut PgConnection, batches: &[&Batch]) -> sqlx::Result<()> {
    let mut catalogs = Vec::new();
    let mut accounts = Vec::new();
    let mut numbers = Vec::new();
    for batch in batches {
        for participant in &batch.participants {
            catalogs.push(batch.catalog_id);
            accounts.push(participant.account_id);
            numbers.push(participant.number);
        }
    }
    if accounts.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into participant (catalog_id, account_id, number)
         select * from unnest($1::bigint[], $2::bigint[], $3::integer[])",
        &catalogs,
        &accounts,
        &numbers,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes the trade of lots that left their catalogs.
async fn remove_lots(connection: &mut PgConnection, batches: &[&Batch]) -> sqlx::Result<()> {
    let (catalogs, lots): (Vec<i64>, Vec<i64>) = batches
        .iter()
        .flat_map(|batch| {
            let catalog = batch.catalog_id;
            batch.lots_gone.iter().map(move |lot| (catalog, *lot))
        })
        .unzip();
    if lots.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "delete from lot_trade t using unnest($1::bigint[], $2::bigint[]) as u (catalog_id, lot_id)
         where t.lot_id = u.lot_id and t.catalog_id = u.catalog_id",
        &catalogs,
        &lots,
    )
    .execute(connection)
    .await?;
    Ok(())
}
