//! Hides messages, and silences their authors.

use actix_web::{HttpResponse, put, web};
use room_server::Payload;
use serde_json::json;
use wire::{ChatHidden, ChatMessage};

use application::caller::Member;
use application::controls::controlled_house;
use application::json::Json;
use application::state::AppState;
use contract::dto::{HideMessageRequest, MuteAuthorRequest};
use contract::error::{ApiError, ApiResult};
use people::journal::Action;

/// Hides a message from everyone in the room, or shows it again. For the catalog's controllers.
#[utoipa::path(operation_id = "hide_chat_message", tag = "chat", params(("id" = i64, Path)),
    request_body = HideMessageRequest, security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[put("/api/chat/{id}/message")]
pub async fn hide_message(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<HideMessageRequest>,
) -> ApiResult<HttpResponse> {
    controlled_house(&state, &caller, *id).await?;
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    let row = sqlx::query!(
        r#"select case when a.deleted is null then m.name else a.display_name end as "name!", m.is_controller, m.text, m.at,
            m.hidden is not null as "is_hidden!"
         from chat_message m join account a on a.id = m.account_id
         where m.id = $1 and m.catalog_id = $2 for update of m"#,
        request.message_id,
        *id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| ApiError::not_found_because("Сообщение не найдено"))?;
    if row.is_hidden == request.is_hidden {
        return Ok(HttpResponse::NoContent().finish());
    }
    sqlx::query!(
        "update chat_message set hidden = $2 where id = $1",
        request.message_id,
        request.is_hidden.then_some(now)
    )
    .execute(&mut *tx)
    .await?;
    caller
        .by(now)
        .record_change(
            &mut tx,
            Action::ChatMessageHidden,
            request.message_id,
            &json!({"isHidden": row.is_hidden}),
            &json!({"isHidden": request.is_hidden}),
        )
        .await?;
    tx.commit().await?;
    if request.is_hidden {
        let hidden = ChatHidden {
            catalog_id: *id,
            id: request.message_id,
        };
        let hidden = Payload::encode(&hidden).map_err(ApiError::internal)?;
        state.hub.publish_hidden(*id, &hidden);
    } else {
        let message = Payload::encode(&ChatMessage::shown(
            (*id, request.message_id),
            row.name,
            row.is_controller,
            row.text,
            row.at,
        ))
        .map_err(ApiError::internal)?;
        state.hub.publish_chat(*id, &message);
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Silences the author of a message in the catalog's chat, or lets them write again.
///
/// Controllers cannot be silenced. For the catalog's controllers.
#[utoipa::path(operation_id = "mute_chat_author", tag = "chat", params(("id" = i64, Path)),
    request_body = MuteAuthorRequest, security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "The author conducts the sale")))]
#[put("/api/chat/{id}/mute")]
pub async fn mute_author(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<MuteAuthorRequest>,
) -> ApiResult<HttpResponse> {
    let house = controlled_house(&state, &caller, *id).await?;
    let mut tx = state.pool.begin().await?;
    let author = sqlx::query_scalar!(
        "select account_id from chat_message where id = $1 and catalog_id = $2",
        request.message_id,
        *id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| ApiError::not_found_because("Сообщение не найдено"))?;
    let account = state.access.account(author).await?;
    if request.is_muted && account.is_some_and(|account| account.controls(*id, house)) {
        return Err(ApiError::conflict(
            "Ведущему аукциона нельзя отключить сообщения",
        ));
    }
    let now = state.clock.now();
    let changed = if request.is_muted {
        sqlx::query!(
            "insert into chat_mute (catalog_id, account_id, muted) values ($1, $2, $3) on conflict do nothing",
            *id,
            author,
            now
        )
        .execute(&mut *tx)
        .await?
    } else {
        sqlx::query!(
            "delete from chat_mute where catalog_id = $1 and account_id = $2",
            *id,
            author
        )
        .execute(&mut *tx)
        .await?
    };
    if changed.rows_affected() > 0 {
        caller
            .by(now)
            .record_change(
                &mut tx,
                Action::ChatAuthorMuted,
                request.message_id,
                &json!({"isMuted": !request.is_muted}),
                &json!({"isMuted": request.is_muted}),
            )
            .await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
