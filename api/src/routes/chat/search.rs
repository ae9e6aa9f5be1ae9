use actix_web::{post, web};

use room_server::instant;

use application::caller::Caller;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::{ChatMessage, ChatSearchRequest, Page, Paging};
use contract::error::ApiResult;

/// Messages in a catalog's chat, latest first. Readable by everybody to whom the catalog is visible.
#[utoipa::path(operation_id = "search_chat", tag = "chat", request_body = ChatSearchRequest,
    responses((status = 200, body = Page<ChatMessage>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[post("/api/chat/search")]
pub async fn search_chat(
    state: web::Data<AppState>,
    caller: Caller,
    request: web::Json<ChatSearchRequest>,
) -> ApiResult<web::Json<Page<ChatMessage>>> {
    catalogs::one(&state.pool, request.catalog_id, caller.account.as_deref()).await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from chat_message where catalog_id = $1"#,
        request.catalog_id
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
            m.is_controller, m.text, m.at
         from chat_message m join account a on a.id = m.account_id
         where m.catalog_id = $1 order by m.id desc limit $2 offset $3"#,
        request.catalog_id,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    let messages = messages.into_iter().map(|row| {
        let date = instant::timestamp(row.at);
        ChatMessage {
            id: row.id,
            catalog_id: row.catalog_id,
            user_name: row.name,
            is_controller: row.is_controller,
            text: row.text,
            date: date.into(),
            timestamp: date.0,
        }
    });
    Ok(web::Json(Page::new(messages.collect(), window)))
}
