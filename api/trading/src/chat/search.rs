use actix_web::{post, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::{ChatMessage, ChatSearchRequest, Page, Paging};
use contract::error::ApiResult;

/// Messages in a catalog's chat, latest first. Readable by everybody to whom the catalog is visible; hidden ones by its
/// controllers.
#[utoipa::path(operation_id = "search_chat", tag = "chat", request_body = ChatSearchRequest,
    responses((status = 200, body = Page<ChatMessage>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[post("/api/chat/search")]
pub async fn search_chat(
    state: web::Data<AppState>,
    caller: Caller,
    request: Json<ChatSearchRequest>,
) -> ApiResult<Json<Page<ChatMessage>>> {
    let catalog = catalogs::one(&state.pool, request.catalog_id, caller.account.as_deref()).await?;
    let conducts = caller
        .account
        .as_ref()
        .is_some_and(|account| account.controls(catalog.id, catalog.house_id));
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from chat_message where catalog_id = $1 and (hidden is null or $2)"#,
        request.catalog_id,
        conducts
    )
    .fetch_one(&state.pool)
    .await?;
    let window = Paging {
        page_number: request.page_number,
        page_size: request.page_size,
    }
    .window(total);
    let messages = sqlx::query!(
        r#"select m.id, m.catalog_id, case when a.deleted is null then m.name else a.display_name end as "name!",
            m.is_controller, m.text, m.at, m.hidden is not null as "is_hidden!",
            ($4 and exists (select from chat_mute c where c.catalog_id = $1 and c.account_id = m.account_id))
                as "is_muted!"
         from chat_message m join account a on a.id = m.account_id
         where m.catalog_id = $1 and (m.hidden is null or $4) order by m.id desc limit $2 offset $3"#,
        request.catalog_id,
        window.limit,
        window.offset,
        conducts
    )
    .fetch_all(&state.pool)
    .await?;
    let messages = messages.into_iter().map(|row| ChatMessage {
        is_hidden: row.is_hidden,
        is_muted: row.is_muted,
        ..ChatMessage::shown(
            (row.catalog_id, row.id),
            row.name,
            row.is_controller,
            row.text,
            row.at,
        )
    });
    Ok(Json(Page::new(messages.collect(), window)))
}
