//! Merging of two accounts of one person.
//!
//! Everything that is the person's moves to the account that stays. What the rooms' journals say of the other stays as it
//! was decided: the double remains as a deleted account with `merged_into`, and the account that stays counts its bets
//! as its own wherever they are read ([`crate::account::Account::is_own`]). A contact that cannot move, because the account
//! that stays has one of the kind, stays with the double and leads to the account that stays ([`crate::holder`]).
//!
//! A room keeps its bidders in memory, so a double that takes part in a sale that is not over cannot be merged.

use serde_json::json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::access;
use crate::account;
use crate::eligibility::{self, Bidders};
use crate::journal::{Action, By};
use crate::roster;
use crate::staff;
use contract::dto::{AccountsMerge, AccountsQuery, MergeSide};
use contract::error::{ApiError, ApiResult};

/// What merging would do to two accounts, and what stands in its way. 404 if one is unknown or deleted.
pub async fn compare(
    pool: &PgPool,
    kept: i64,
    double: i64,
    by: i64,
    now: OffsetDateTime,
) -> ApiResult<AccountsMerge> {
    let mut conn = pool.acquire().await?;
    let obstacles = obstacles(&mut conn, kept, double, by).await?;
    Ok(AccountsMerge {
        kept: side(pool, kept, now).await?,
        double: side(pool, double, now).await?,
        obstacles,
    })
}

async fn side(pool: &PgPool, account_id: i64, now: OffsetDateTime) -> ApiResult<MergeSide> {
    let query = AccountsQuery {
        search: Some(account_id.to_string()),
        role: None,
        house_id: None,
        staff: false,
        deleted: false,
        sort: None,
    };
    let found = roster::all(pool, &query, now).await?;
    let account = found
        .into_iter()
        .find(|account| account.id == account_id)
        .ok_or_else(ApiError::not_found)?;
    let has = sqlx::query_file!("queries/accounts/belongings.sql", account_id)
        .fetch_one(pool)
        .await?;
    Ok(MergeSide {
        account,
        sessions: has.sessions,
        favourites: has.favourites,
        subscriptions: has.subscriptions,
        registrations: has.registrations,
        trusted: has.trusted,
        untrusted: has.untrusted,
        price_queries: has.price_queries,
        notifications: has.notifications,
        bets: has.bets,
        purchases: has.purchases,
    })
}

/// Why two accounts cannot be merged now, in Russian. Empty: they can.
async fn obstacles(
    conn: &mut PgConnection,
    kept: i64,
    double: i64,
    by: i64,
) -> ApiResult<Vec<String>> {
    let mut obstacles = Vec::new();
    if kept == double {
        obstacles.push("Выберите две разные учётные записи".to_owned());
    }
    if double == by {
        obstacles.push("Свою учётную запись нельзя присоединить к другой".to_owned());
    }
    let roles = sqlx::query_scalar!("select roles from account where id = $1", double)
        .fetch_optional(&mut *conn)
        .await?;
    if roles.is_some_and(|roles| roles & (account::ADMIN | account::DEVELOPER) != 0) {
        obstacles
            .push("У присоединяемой записи есть права на площадке: сначала снимите их".to_owned());
    }
    let sale = sqlx::query_scalar!(
        "select c.title from catalog c join catalog_trade t on t.catalog_id = c.id
         where catalog_is_unfinished(t.state) and (
            exists (select from bet b where b.catalog_id = c.id and b.account_id = $1 and b.revoked is null)
            or exists (select from absentee_order o where o.catalog_id = c.id and o.account_id = $1))
         order by c.id limit 1",
        double
    )
    .fetch_optional(&mut *conn)
    .await?;
    if let Some(title) = sale {
        obstacles.push(format!(
            "Присоединяемая запись участвует в торгах «{title}»: объединить можно после их окончания"
        ));
    }
    // Staff do not bid in their house.
    let house = sqlx::query_scalar!(
        "select h.name_ru from house h where (
            exists (select from house_staff s where s.house_id = h.id and s.account_id = $1)
            or exists (select from catalog_auctioneer x join catalog c on c.id = x.catalog_id
                where x.account_id = $1 and c.house_id = h.id)
         ) and exists (select from catalog c join catalog_trade t on t.catalog_id = c.id
            where c.house_id = h.id and catalog_is_unfinished(t.state) and (
                exists (select from bet b where b.catalog_id = c.id and b.account_id = $2 and b.revoked is null)
                or exists (select from absentee_order o where o.catalog_id = c.id and o.account_id = $2)))
         order by h.id limit 1",
        double,
        kept
    )
    .fetch_optional(&mut *conn)
    .await?;
    if let Some(name) = house {
        obstacles.push(format!(
            "Присоединяемая запись работает в доме «{name}», а остающаяся участвует в его торгах"
        ));
    }
    Ok(obstacles)
}

/// Merges the double into the account that stays, and drops its absentee orders in houses that do not trust the person or
/// employ them. 404 if one is unknown or deleted, 409 with what stands in the way, 503 if a room could not drop the orders;
/// nothing has moved then.
pub async fn merge(bidders: Bidders, kept: i64, double: i64, by: By) -> ApiResult<()> {
    eligibility::to_its_end(async move {
        let author = by.account_id.unwrap_or_default();
        // Holds a connection while rooms store.
        let _turn = bidders.turns.acquire().await.map_err(ApiError::internal)?;
        let mut tx = bidders.pool.begin().await?;
        refuse(&mut tx, kept, double, author).await?;
        tx.rollback().await?;
        // Before anything moves, nobody acts for the double any more: what it does meanwhile is found below.
        let mut tx = bidders.pool.begin().await?;
        let sessions = access::end_all(&mut tx, double, by.at).await?;
        tx.commit().await?;
        for session in sessions {
            bidders.access.session_ended(session);
        }
        let mut tx = bidders.pool.begin().await?;
        // An absentee order that is being placed holds the row until it is stored, and is found.
        lock(&mut tx, kept.min(double)).await?;
        lock(&mut tx, kept.max(double)).await?;
        refuse(&mut tx, kept, double, author).await?;
        let mut untrusted = move_belongings(&mut tx, kept, double).await?;
        for house_id in staff::houses_of(&mut tx, kept).await? {
            staff::end_trust(&mut tx, house_id, kept).await?;
            untrusted.push(house_id);
        }
        // Before the commit, so that a room out of reach stops the merge and it is repeated as a whole.
        eligibility::drop_orders(&bidders, kept, Some(&untrusted)).await?;
        move_contacts(&mut tx, kept, double, by.at).await?;
        let before = json!({"double": double});
        let after = json!({"double": null, "mergedId": double});
        by.record_change(&mut tx, Action::AccountsMerged, kept, &before, &after)
            .await?;
        tx.commit().await?;
        bidders.access.account_changed(double);
        bidders.access.account_changed(kept);
        Ok(())
    })
    .await
}

async fn refuse(tx: &mut PgConnection, kept: i64, double: i64, by: i64) -> ApiResult<()> {
    let known = sqlx::query_scalar!(
        r#"select count(*) as "count!" from account where id = any($1) and deleted is null"#,
        &[kept, double]
    )
    .fetch_one(&mut *tx)
    .await?;
    if kept != double && known < 2 {
        return Err(ApiError::not_found());
    }
    match obstacles(tx, kept, double, by).await?.into_iter().next() {
        None => Ok(()),
        Some(obstacle) => Err(ApiError::conflict(obstacle)),
    }
}

async fn lock(tx: &mut PgConnection, account_id: i64) -> ApiResult<()> {
    sqlx::query_scalar!(
        "select id from account where id = $1 and deleted is null for no key update",
        account_id
    )
    .fetch_optional(tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    Ok(())
}

/// Moves what belongs to the person. Returns the houses that did not trust the double.
async fn move_belongings(tx: &mut PgConnection, kept: i64, double: i64) -> sqlx::Result<Vec<i64>> {
    macro_rules! run {
        ($statement:literal) => {
            sqlx::query!($statement, kept, double)
                .execute(&mut *tx)
                .await?
        };
    }
    run!(
        "insert into favourite (account_id, lot_id, created)
         select $1, lot_id, created from favourite where account_id = $2 on conflict do nothing"
    );
    run!(
        "insert into lot_subscription (account_id, lot_id, created)
         select $1, lot_id, created from lot_subscription where account_id = $2 on conflict do nothing"
    );
    run!(
        "insert into catalog_subscription (account_id, catalog_id, created)
         select $1, catalog_id, created from catalog_subscription where account_id = $2 on conflict do nothing"
    );
    // Of two subscriptions to an artist, the longer one.
    run!(
        "insert into artist_subscription (account_id, author_id, created, expires)
         select $1, author_id, created, expires from artist_subscription where account_id = $2
         on conflict on constraint artist_subscription_once
            do update set expires = greatest(artist_subscription.expires, excluded.expires)"
    );
    run!(
        "update saved_search s set account_id = $1 where account_id = $2
            and not exists (select from saved_search own where own.account_id = $1 and own.path = s.path)"
    );
    run!(
        "update staff_setting s set account_id = $1 where account_id = $2
            and not exists (select from staff_setting own where own.account_id = $1
                and (coalesce(own.house_id, 0), own.list, own.name) = (coalesce(s.house_id, 0), s.list, s.name))"
    );
    // The house's decision about the account that stays holds; a request that it has not decided gives way to one accepted.
    run!(
        "delete from house_order own where account_id = $1 and status = 0 and exists (
            select from house_order o where o.account_id = $2 and o.house_id = own.house_id and o.status = 1)"
    );
    run!(
        "update house_order o set account_id = $1 where account_id = $2
            and (status = 2 or not exists (
                select from house_order own where own.account_id = $1 and own.house_id = o.house_id))"
    );
    // As when they are put on the list: a decision based on the earlier revision must not undo the entry.
    run!(
        "update house_order set revision = revision + 1 where account_id = $1
            and house_id in (select house_id from house_trust where account_id = $2 and not trusted)"
    );
    let untrusted = sqlx::query_scalar!(
        "select house_id from house_trust where account_id = $1 and not trusted",
        double
    )
    .fetch_all(&mut *tx)
    .await?;
    // Merging must not take anyone off a list of untrusted bidders.
    run!(
        "insert into house_trust (house_id, account_id, trusted, created, created_by, reason)
         select house_id, $1, trusted, created, created_by, reason from house_trust where account_id = $2
         on conflict (house_id, account_id) do update set trusted = house_trust.trusted and excluded.trusted,
            reason = coalesce(house_trust.reason, excluded.reason)"
    );
    run!(
        "insert into chat_mute (catalog_id, account_id, muted)
         select catalog_id, $1, muted from chat_mute where account_id = $2 on conflict do nothing"
    );
    run!(
        "insert into house_staff (house_id, account_id, role, created, named_by)
         select house_id, $1, role, created, named_by from house_staff where account_id = $2 on conflict do nothing"
    );
    run!(
        "insert into catalog_auctioneer (catalog_id, account_id)
         select catalog_id, $1 from catalog_auctioneer where account_id = $2 on conflict do nothing"
    );
    // One open request a lot: of two, the one of the account that stays.
    run!(
        "delete from price_query q where account_id = $2 and status = 0 and deleted is null
            and exists (select from price_query own where own.account_id = $1 and own.lot_id = q.lot_id
                and own.status = 0 and own.deleted is null)"
    );
    run!("update price_query set account_id = $1 where account_id = $2");
    run!(
        "update notification n set account_id = $1 where account_id = $2
            and not exists (select from notification own where own.account_id = $1 and own.event_key = n.event_key)"
    );
    run!("update letter set account_id = $1 where account_id = $2");
    run!(
        "insert into lot_view (lot_id, visitor, day, at, counted)
         select lot_id, 'account:' || $1::bigint, day, at, counted from lot_view where visitor = 'account:' || $2::bigint
         -- The lock order of new views.
         order by lot_id
         on conflict do nothing"
    );
    run!("update account set merged_into = $1 where merged_into = $2");
    macro_rules! clear {
        ($($statement:literal),+) => {
            $(sqlx::query!($statement, double).execute(&mut *tx).await?;)+
        };
    }
    clear!(
        // Requests before trust, the order in which decisions lock them.
        "delete from house_order where account_id = $1 and status = 0",
        "delete from favourite where account_id = $1",
        "delete from lot_subscription where account_id = $1",
        "delete from catalog_subscription where account_id = $1",
        "delete from artist_subscription where account_id = $1",
        "delete from saved_search where account_id = $1",
        "delete from staff_setting where account_id = $1",
        "delete from house_trust where account_id = $1",
        "delete from chat_mute where account_id = $1",
        "delete from house_staff where account_id = $1",
        "delete from catalog_auctioneer where account_id = $1",
        "delete from notification where account_id = $1",
        "delete from notification_setting where account_id = $1",
        "delete from second_factor where account_id = $1",
        "delete from recovery_code where account_id = $1",
        "delete from second_factor_failure where account_id = $1",
        "delete from developer_leave where account_id = $1",
        "delete from lot_view where visitor = 'account:' || $1::bigint"
    );
    Ok(untrusted)
}

/// Moves proved contacts of kinds the kept account lacks. The double keeps its other proved contacts, which log in to
/// the kept account. Unproved ones are dropped.
async fn move_contacts(
    tx: &mut PgConnection,
    kept: i64,
    double: i64,
    now: OffsetDateTime,
) -> ApiResult<()> {
    let of = sqlx::query!(
        "select case when not unproved_phone then phone end as phone, case when not unproved_email then email end as email,
            photo from account where id = $1",
        double
    )
    .fetch_one(&mut *tx)
    .await?;
    let own = sqlx::query!(
        r#"select phone is not null and not unproved_phone as "has_phone!", email is not null and not unproved_email as "has_email!"
         from account where id = $1"#,
        kept
    )
    .fetch_one(&mut *tx)
    .await?;
    let moved_phone = of.phone.as_deref().filter(|_| !own.has_phone);
    let moved_email = of.email.as_deref().filter(|_| !own.has_email);
    let left_phone = of.phone.as_deref().filter(|_| own.has_phone);
    let left_email = of.email.as_deref().filter(|_| own.has_email);
    sqlx::query!(
        "update account set phone = $2, email = $3, unproved_phone = false, unproved_email = false, photo = null, roles = 0,
            deleted = $4, merged_into = $5 where id = $1",
        double,
        left_phone,
        left_email,
        now,
        kept
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update account set phone = coalesce($2, phone), unproved_phone = unproved_phone and $2::text is null,
            email = coalesce($3, email), unproved_email = unproved_email and $3::text is null,
            photo = coalesce(photo, $4) where id = $1",
        kept,
        moved_phone,
        moved_email,
        of.photo
    )
    .execute(tx)
    .await?;
    Ok(())
}
