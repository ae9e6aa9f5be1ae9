//! Notifications to everybody and to single people.

use std::collections::HashMap;

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpResponse, delete, get, post};
use serde::Deserialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::IntoParams;
use uuid::Uuid;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::viewer::sees_hidden_of;
use contract::bounds;
use contract::dto::{
    Notification, NotificationPlace, NotificationSubject, NotificationType, Page, Paging,
    ReadNotificationsRequest, SystemMessageRequest, UnreadNotifications,
};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use notifier::Kind;
use notifier::place::{self, Named, Place};
use people::journal::Action;

struct NotificationRow {
    id: i64,
    account_id: Option<i64>,
    kind: String,
    subject_kind: i16,
    house_id: Option<i64>,
    catalog_id: Option<i64>,
    lot_id: Option<i64>,
    subject: String,
    text: String,
    created: OffsetDateTime,
    read: Option<OffsetDateTime>,
}

impl NotificationRow {
    fn show(self) -> ApiResult<Notification> {
        Ok(Notification {
            id: self.id,
            notification_type: match self.account_id {
                None => NotificationType::System,
                Some(_) => NotificationType::Personal,
            },
            kind: self.kind,
            subject_kind: NotificationSubject::try_from(self.subject_kind)
                .map_err(ApiError::internal)?,
            house_id: self.house_id,
            catalog_id: self.catalog_id,
            lot_id: self.lot_id,
            subject: self.subject,
            text: self.text,
            place: None,
            created: self.created.into(),
            is_read: self.account_id.is_none() || self.read.is_some(),
        })
    }
}

/// The latest `n` messages to everybody, 1 to 100, latest first.
#[utoipa::path(tag = "notifications", params(("n" = i64, Path)), responses((status = 200, body = Vec<Notification>)))]
#[get("/api/notifications/system/messages/{n}")]
pub async fn system_messages(
    state: Data<AppState>,
    n: Path<i64>,
) -> ApiResult<Json<Vec<Notification>>> {
    let rows = sqlx::query_as!(
        NotificationRow,
        "select id, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text, created, read
         from notification where account_id is null order by id desc limit $1",
        (*n).clamp(1, 100)
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(
        rows.into_iter()
            .map(NotificationRow::show)
            .collect::<ApiResult<_>>()?,
    ))
}

/// Publishes a message to everybody. Connected clients receive it at once. For admins.
#[utoipa::path(tag = "notifications", security(("token" = [])), responses((status = 200, body = Notification),
    (status = 403, description = "Not an admin"), (status = 422, description = "Invalid fields")))]
#[post("/api/notifications/system")]
pub async fn publish_system_message(
    state: Data<AppState>,
    member: Member,
    request: Json<SystemMessageRequest>,
) -> ApiResult<Json<Notification>> {
    member.require_admin()?;
    let mut fields = Faults::default();
    let subject = fields.required("subject", &request.subject, bounds::TITLE);
    let text = fields.required("text", &request.text, bounds::LONG_MESSAGE);
    fields.into_result()?;
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    let row = sqlx::query_as!(
        NotificationRow,
        "insert into notification (event_key, kind, subject_kind, subject, text, created) values ($1, $2, 0, $3, $4, $5)
         returning id, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text, created, read",
        format!("system:{}", Uuid::new_v4()),
        Kind::System.name(),
        subject,
        text,
        now
    )
    .fetch_one(&mut *tx)
    .await?;
    let message = row.show()?;
    outbox::enqueue::notifications(&mut tx, &[message.id]).await?;
    let by = member.by(now);
    by.record_creation(
        &mut tx,
        Action::SystemMessagePublished,
        message.id,
        &message,
    )
    .await?;
    tx.commit().await?;
    Ok(Json(message))
}

/// Withdraws a message to everybody. For admins.
#[utoipa::path(tag = "notifications", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "Unknown")))]
#[delete("/api/notifications/system/{id}")]
pub async fn withdraw_system_message(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let mut tx = state.pool.begin().await?;
    let row = sqlx::query_as!(
        NotificationRow,
        "delete from notification where id = $1 and account_id is null
         returning id, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text, created, read",
        *id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let message = row.show()?;
    let by = member.by(state.clock.now());
    by.record_deletion(&mut tx, Action::SystemMessageWithdrawn, *id, &message)
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct MyQuery {
    /// Only unread notifications.
    #[serde(default)]
    unread_only: bool,
}

/// The caller's own notifications, latest first.
#[utoipa::path(tag = "notifications", params(MyQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<Notification>)))]
#[get("/api/notifications/my/messages/all")]
pub async fn my_messages(
    state: Data<AppState>,
    member: Member,
    query: Query<MyQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<Notification>>> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from notification where account_id = $1 and (not $2 or read is null)"#,
        member.id,
        query.unread_only
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let rows = sqlx::query_as!(
        NotificationRow,
        "select id, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text, created, read
         from notification where account_id = $1 and (not $2 or read is null)
         order by id desc limit $3 offset $4",
        member.id,
        query.unread_only,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut named = named(&state.pool, &ids, &member).await?;
    let items = rows
        .into_iter()
        .map(|row| {
            let named = named.remove(&row.id).unwrap_or_default();
            let place = place::of(&row.kind, named).map(|Place { path, label }| {
                let label = label.to_owned();
                NotificationPlace { path, label }
            });
            let shown = row.show()?;
            Ok(Notification { place, ..shown })
        })
        .collect::<ApiResult<_>>()?;
    Ok(Json(Page::new(items, window)))
}

/// What the notifications name and exists for their reader, by id. A lot that comes up in a room stands back for its sale: the
/// room is where it is bid on. The house of a price request leads to its cabinet, which only its staff may enter.
async fn named(pool: &PgPool, ids: &[i64], reader: &Member) -> ApiResult<HashMap<i64, Named>> {
    let houses = sees_hidden_of(Some(&*reader.account));
    let named = sqlx::query!(
        r#"select n.id as "id!", n.kind as "kind!", house.id as "house_id?", catalog.id as "catalog_id?", listing.lot_id as "lot_id?",
            coalesce(catalog.catalog_type = 0 and catalog_is_running(trade.state), false) as "is_in_room!"
         from notification n
         left join house on house.id = n.house_id and house.deleted is null
         left join lot_listing listing on listing.lot_id = n.lot_id
             and (not listing.is_hidden or $2::bigint[] is null or listing.house_id = any($2))
         left join (catalog join catalog_trade trade on trade.catalog_id = catalog.id join house as own on own.id = catalog.house_id)
             on catalog.id = n.catalog_id and catalog.deleted is null
             and (catalog_is_public(catalog, trade, own) or $2::bigint[] is null or catalog.house_id = any($2))
         where n.id = any($1)"#,
        ids,
        houses.as_deref()
    )
    .fetch_all(pool)
    .await?;
    Ok(named
        .into_iter()
        .map(|row| {
            let in_room = row.is_in_room && row.kind == Kind::LotStarting.name();
            let for_staff = row.kind == Kind::PriceRequestReceived.name();
            let named = Named {
                house_id: row
                    .house_id
                    .filter(|house| !for_staff || reader.account.manages(*house)),
                catalog_id: row.catalog_id,
                lot_id: row.lot_id.filter(|_| !in_room),
            };
            (row.id, named)
        })
        .collect())
}

/// Marks the caller's notifications as read: those listed, or all. Returns the number still unread.
#[utoipa::path(tag = "notifications", security(("token" = [])), responses((status = 200, body = UnreadNotifications),
    (status = 422, description = "Too many ids")))]
#[post("/api/notifications/read")]
pub async fn read_messages(
    state: Data<AppState>,
    member: Member,
    request: Json<ReadNotificationsRequest>,
) -> ApiResult<Json<UnreadNotifications>> {
    if request.ids.as_ref().is_some_and(|ids| ids.len() > 1000) {
        return Err(ApiError::invalid("ids", "Не более 1000 уведомлений"));
    }
    sqlx::query!(
        "update notification set read = $3 where account_id = $1 and read is null and ($2::bigint[] is null or id = any($2))",
        member.id,
        request.ids.as_deref(),
        state.clock.now()
    )
    .execute(&state.pool)
    .await?;
    let unread = sqlx::query_scalar!(
        r#"select count(*) as "count!" from notification where account_id = $1 and read is null"#,
        member.id
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(Json(UnreadNotifications { unread }))
}
