//! Access tokens for programs that act for a person. A token carries its owner's rights, except to bet and to change
//! their identity.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpResponse, delete, get, post};
use serde::Deserialize;
use serde_json::json;
use time::Duration;
use utoipa::IntoParams;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::bounds;
use contract::dto::{AccessToken, IssueTokenRequest, IssuedToken, Page, Paging, TokenSort};
use contract::error::{ApiError, ApiResult};
use people::journal::Action;
use people::{account, token};

/// A token's longest lifetime, in days.
const DAYS: i64 = 365;

/// Issues an access token for an account, never for an admin's. The token is shown only in this answer. For admins.
#[utoipa::path(tag = "tokens", params(("id" = i64, Path)), security(("token" = [])), request_body = IssueTokenRequest,
    responses((status = 200, body = IssuedToken), (status = 403, description = "Not an admin, or the account is an admin's"),
        (status = 404, description = "No such account")))]
#[post("/api/accounts/{id}/token")]
pub async fn issue_token(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    body: Json<IssueTokenRequest>,
) -> ApiResult<Json<IssuedToken>> {
    member.require_admin()?;
    member.require_step_up(&state).await?;
    let name = bounds::TOKEN_NAME.clean(&body.name);
    let name_fits = !name.is_empty() && bounds::TOKEN_NAME.fits(&body.name);
    let days_fit = (1..=DAYS).contains(&body.days);
    let wrong = |field, text| ApiError::invalid(field, text);
    match (name_fits, days_fit) {
        (true, true) => {}
        (false, true) => return Err(wrong("name", "От 1 до 100 символов")),
        (true, false) => return Err(wrong("days", "От 1 до 365 дней")),
        (false, false) => {
            return Err(wrong("name", "От 1 до 100 символов").and("days", "От 1 до 365 дней"));
        }
    }
    let now = state.clock.now();
    let expires = now + Duration::days(body.days);
    let token = token::random();
    let mut tx = state.pool.begin().await?;
    let roles = sqlx::query_scalar!(
        "select roles from account where id = $1 and deleted is null for no key update",
        *id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    if roles & account::ADMIN != 0 {
        return Err(ApiError::forbidden_because(
            "Токены для администраторов не выдаются",
        ));
    }
    // `last_seen` at the epoch marks a token as never used.
    let token_id = sqlx::query_scalar!(
        "insert into session (account_id, token_hash, name, issued_by, created, last_seen, expires)
         values ($1, $2, $3, $4, $5, 'epoch', $6) returning id",
        *id,
        token::hash(&token).to_vec(),
        name,
        member.id,
        now,
        expires
    )
    .fetch_one(&mut *tx)
    .await?;
    let after = json!({"tokenId": token_id, "name": name, "days": body.days});
    member
        .by(state.clock.now())
        .record_creation(&mut tx, Action::TokenIssued, *id, &after)
        .await?;
    tx.commit().await?;
    Ok(Json(IssuedToken {
        id: token_id,
        token,
        expires: expires.into(),
    }))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TokensQuery {
    /// Only this account's tokens.
    account_id: Option<i64>,
    /// Default: newest first.
    #[param(value_type = Option<TokenSort>)]
    sort: Option<String>,
}

/// Access tokens, expired and revoked ones included. For admins.
#[utoipa::path(tag = "tokens", params(TokensQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<AccessToken>), (status = 403, description = "Not an admin"),
        (status = 422, description = "Unknown order")))]
#[get("/api/accounts/tokens")]
pub async fn list_tokens(
    state: Data<AppState>,
    member: Member,
    query: Query<TokensQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<AccessToken>>> {
    member.require_admin()?;
    let sort = TokenSort::of(query.sort.as_deref())?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from session where name is not null and ($1::bigint is null or account_id = $1)"#,
        query.account_id
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let rows = sqlx::query!(
        r#"select s.id, s.name as "name!", s.account_id, a.display_name, s.issued_by as "issued_by!", s.created, s.expires,
            s.last_seen, s.ended
         from session s join account a on a.id = s.account_id
         where s.name is not null and ($1::bigint is null or s.account_id = $1)
         order by
            case when $4 = 'name' then translate(lower(s.name), 'ё', 'е') end,
            case when $4 = '-name' then translate(lower(s.name), 'ё', 'е') end desc,
            case when $4 = 'used' and s.last_seen >= s.created then s.last_seen end,
            case when $4 = '-used' and s.last_seen >= s.created then s.last_seen end desc nulls last,
            case when $4 = 'expires' then coalesce(s.ended, s.expires) end,
            case when $4 = '-expires' then coalesce(s.ended, s.expires) end desc,
            case when $4 = 'created' then s.created end,
            case when $4 = '-created' then s.created end desc,
            case when $4 in ('name', 'used', 'expires', 'created') then s.id end,
            s.id desc
         limit $2 offset $3"#,
        query.account_id,
        window.limit,
        window.offset,
        sort.map(TokenSort::name)
    )
    .fetch_all(&state.pool)
    .await?;
    let items = rows.into_iter().map(|row| AccessToken {
        id: row.id,
        name: row.name,
        account_id: row.account_id,
        account_name: row.display_name,
        issued_by: row.issued_by,
        created: row.created.into(),
        expires: row.expires.into(),
        last_used: (row.last_seen >= row.created).then(|| row.last_seen.into()),
        revoked: row.ended.map(Into::into),
    });
    Ok(Json(Page::new(items.collect(), window)))
}

/// Revokes an access token and closes its sockets. Its owner ends it among their logins instead. For admins.
#[utoipa::path(tag = "tokens", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"),
        (status = 404, description = "No such token, or already revoked")))]
#[delete("/api/accounts/tokens/{id}")]
pub async fn revoke_token(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let mut tx = state.pool.begin().await?;
    let account_id = sqlx::query_scalar!(
        "update session set ended = $2 where id = $1 and name is not null and ended is null returning account_id",
        *id,
        state.clock.now()
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let before = json!({"tokenId": *id});
    member
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::TokenRevoked, account_id, &before)
        .await?;
    tx.commit().await?;
    state.access.session_ended(*id);
    Ok(HttpResponse::NoContent().finish())
}
