//! `/api/banner`: linked pictures that admins publish for everybody.

use actix_multipart::Multipart;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use reqwest::Url;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::images::{ImageRequest, PictureRequest, Sight, SizeQuery, store_one};
use application::caller::Member;
use application::state::AppState;
use contract::bounds;
use contract::dto::{Banner, BannerRequest, Picture};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::access::Account;
use people::journal::Action;

/// The most banners a site may have. One answer holds all of them.
const MOST: i64 = 200;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(all_banners)
        .service(visible_banners)
        .service(banner_image)
        .service(create_banner)
        .service(change_banner)
        .service(delete_banner)
        .service(set_banner_image);
}

/// Finds banners: one by id, those shown at an instant, or all.
async fn find(
    executor: impl PgExecutor<'_>,
    id: Option<i64>,
    shown_at: Option<OffsetDateTime>,
) -> ApiResult<Vec<Banner>> {
    let rows = sqlx::query!(
        r#"select b.id, b.title, b.link, b.position, b.shown_from, b.shown_to, b.visible, b.created,
            p.id as "picture_id?", p.width as "width?", p.height as "height?"
         from banner b left join picture p on p.id = b.image
         where ($1::bigint is null or b.id = $1)
             and ($2::timestamptz is null or (b.visible and b.image is not null
                 and (b.shown_from is null or b.shown_from <= $2) and (b.shown_to is null or b.shown_to > $2)))
         order by b.position, b.id"#,
        id,
        shown_at
    )
    .fetch_all(executor)
    .await?;
    let banners = rows.into_iter().map(|row| Banner {
        id: row.id,
        title: row.title,
        link: row.link,
        position: row.position,
        from: row.shown_from.map(Into::into),
        to: row.shown_to.map(Into::into),
        visible: row.visible,
        image: match (row.picture_id, row.width, row.height) {
            (Some(id), Some(width), Some(height)) => {
                Some(Picture::new("banner", id, width, height))
            }
            _ => None,
        },
        created: row.created.into(),
    });
    Ok(banners.collect())
}

/// Locks a banner until the transaction ends.
async fn lock(tx: &mut PgConnection, id: i64) -> ApiResult<Banner> {
    sqlx::query!("select id from banner where id = $1 for update", id)
        .fetch_optional(&mut *tx)
        .await?;
    one(tx, id).await
}

async fn one(executor: impl PgExecutor<'_>, id: i64) -> ApiResult<Banner> {
    find(executor, Some(id), None)
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// All banners. For admins.
#[utoipa::path(tag = "banners", security(("token" = [])), responses((status = 200, body = Vec<Banner>),
    (status = 403, description = "Not an admin")))]
#[get("/api/banner")]
async fn all_banners(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<Banner>>> {
    member.require_admin()?;
    Ok(Json(find(&state.pool, None, None).await?))
}

/// The banners shown now: visible, with a picture, within their period.
#[utoipa::path(tag = "banners", responses((status = 200, body = Vec<Banner>)))]
#[get("/api/banner/visible")]
async fn visible_banners(state: Data<AppState>) -> ApiResult<Json<Vec<Banner>>> {
    let now = state.clock.now();
    Ok(Json(find(&state.pool, None, Some(now)).await?))
}

/// A validated request.
struct Written {
    title: String,
    link: Option<String>,
}

impl Written {
    fn parse(request: &BannerRequest) -> ApiResult<Self> {
        let mut fields = Faults::default();
        let title = fields.required("title", &request.title, bounds::TITLE);
        let link = fields.optional("link", request.link.as_deref(), bounds::BANNER_LINK);
        if link.as_deref().is_some_and(|link| !leads_somewhere(link)) {
            fields.add(
                "link",
                "Укажите путь на сайте, начиная с /, или адрес http:// или https://",
            );
        }
        if let (Some(from), Some(to)) = (request.from, request.to)
            && to <= from
        {
            fields.add("to", "Окончание показа должно быть позже начала");
        }
        fields.into_result()?;
        Ok(Self { title, link })
    }
}

/// Accepts a path of this site or a web address. A browser would leave the site for `//host` and `/\host`.
fn leads_somewhere(link: &str) -> bool {
    if link.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return false;
    }
    if link.starts_with('/') {
        return !link.starts_with("//") && !link.starts_with("/\\");
    }
    Url::parse(link).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// Creates a banner. Its picture is uploaded afterwards. For admins.
#[utoipa::path(tag = "banners", security(("token" = [])), responses((status = 200, body = Banner),
    (status = 403, description = "Not an admin"), (status = 409, description = "Too many banners"),
    (status = 422, description = "Invalid fields")))]
#[post("/api/banner")]
async fn create_banner(
    state: Data<AppState>,
    member: Member,
    request: Json<BannerRequest>,
) -> ApiResult<Json<Banner>> {
    member.require_admin()?;
    let written = Written::parse(&request)?;
    let mut tx = state.pool.begin().await?;
    let id = sqlx::query_scalar!(
        "insert into banner (title, link, position, shown_from, shown_to, visible, created)
         select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from banner) < $8 returning id",
        written.title,
        written.link,
        request.position,
        request.from.map(|from| from.0),
        request.to.map(|to| to.0),
        request.visible,
        state.clock.now(),
        MOST
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| ApiError::conflict("Баннеров слишком много, удалите ненужные"))?;
    let after = one(&mut *tx, id).await?;
    member
        .by(state.clock.now())
        .record_creation(&mut tx, Action::BannerCreated, id, &after)
        .await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Replaces all fields of a banner except its picture. For admins.
#[utoipa::path(tag = "banners", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Banner), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown"), (status = 422, description = "Invalid fields")))]
#[put("/api/banner/{id}")]
async fn change_banner(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<BannerRequest>,
) -> ApiResult<Json<Banner>> {
    member.require_admin()?;
    let written = Written::parse(&request)?;
    let mut tx = state.pool.begin().await?;
    let before = lock(&mut tx, *id).await?;
    sqlx::query!(
        "update banner set title = $2, link = $3, position = $4, shown_from = $5, shown_to = $6, visible = $7
         where id = $1",
        *id,
        written.title,
        written.link,
        request.position,
        request.from.map(|from| from.0),
        request.to.map(|to| to.0),
        request.visible
    )
    .execute(&mut *tx)
    .await?;
    let after = one(&mut *tx, *id).await?;
    member
        .by(state.clock.now())
        .record_change(&mut tx, Action::BannerChanged, *id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Deletes a banner. For admins.
#[utoipa::path(tag = "banners", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "Unknown")))]
#[delete("/api/banner/{id}")]
async fn delete_banner(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let mut tx = state.pool.begin().await?;
    let before = lock(&mut tx, *id).await?;
    sqlx::query!("delete from banner where id = $1", *id)
        .execute(&mut *tx)
        .await?;
    member
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::BannerDeleted, *id, &before)
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A banner's picture, as WebP or JPEG by `Accept`. Only admins see the picture of a banner that is not shown now.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String)))]
#[get("/api/banner/image/{id}")]
async fn banner_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let hangs = sqlx::query_scalar!(
        r#"select (visible and (shown_from is null or shown_from <= $2) and (shown_to is null or shown_to > $2))
            as "hangs!" from banner where image = $1"#,
        picture.id,
        picture.state.clock.now()
    )
    .fetch_optional(&picture.state.pool)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let sight = if hangs {
        Sight::Everybody
    } else {
        Sight::Entitled(picture.caller.is_admin())
    };
    picture.show(sight).await
}

/// Sets a banner's picture. For admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImageRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = Banner), (status = 403, description = "Not an admin")))]
#[post("/api/banner/{id}/images")]
async fn set_banner_image(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<Banner>> {
    member.require_admin()?;
    one(&state.pool, *id).await?;
    let image = store_one(&state, &member, &mut form).await?;
    state.access.still(member.id, Account::is_admin).await?;
    let mut tx = state.pool.begin().await?;
    let before = lock(&mut tx, *id).await?;
    sqlx::query!("update banner set image = $2 where id = $1", *id, image)
        .execute(&mut *tx)
        .await?;
    let after = one(&mut *tx, *id).await?;
    member
        .by(state.clock.now())
        .record_change(&mut tx, Action::BannerChanged, *id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(Json(after))
}

#[cfg(test)]
mod tests {
    use super::leads_somewhere;

    #[test]
    fn banners_link_within_the_site_or_to_the_web() {
        for link in [
            "/",
            "/auctions?page=2#top",
            "https://example.org/a?b",
            "http://example.org",
        ] {
            assert!(leads_somewhere(link), "{link}");
        }
        for link in [
            "auctions",
            "//example.org",
            "/\\example.org",
            "javascript:alert(1)",
            "data:text/html,a",
            "ftp://example.org",
            "https://",
            "/a b",
            "/\t/example.org",
            "mailto:a@b.ru",
        ] {
            assert!(!leads_somewhere(link), "{link}");
        }
    }
}
