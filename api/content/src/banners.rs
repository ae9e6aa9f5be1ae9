//! Banners: linked pictures at the top of the home page.

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::links;
use contract::bounds;
use contract::dto::{Banner, BannerRequest, Picture};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::{Action, By};

/// The most banners a site may have. One answer holds all of them.
const MOST: i64 = 200;

/// Every banner in order; only those shown at an instant, if one is given.
pub async fn all(pool: &PgPool, shown_at: Option<OffsetDateTime>) -> ApiResult<Vec<Banner>> {
    find(pool, None, shown_at).await
}

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
        image: Picture::of_columns("banner", row.picture_id, row.width, row.height),
        created: row.created.into(),
    });
    Ok(banners.collect())
}

/// One banner; 404 if it is unknown.
pub async fn one(executor: impl PgExecutor<'_>, id: i64) -> ApiResult<Banner> {
    find(executor, Some(id), None)
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// Locks a banner until the transaction ends.
async fn lock(tx: &mut PgConnection, id: i64) -> ApiResult<Banner> {
    sqlx::query!("select id from banner where id = $1 for update", id)
        .fetch_optional(&mut *tx)
        .await?;
    one(tx, id).await
}

/// Whether everybody may see a banner's picture at an instant; 404 if no banner has it.
pub async fn hangs(pool: &PgPool, picture: Uuid, now: OffsetDateTime) -> ApiResult<bool> {
    sqlx::query_scalar!(
        r#"select (visible and (shown_from is null or shown_from <= $2) and (shown_to is null or shown_to > $2))
            as "hangs!" from banner where image = $1"#,
        picture,
        now
    )
    .fetch_optional(pool)
    .await?
    .ok_or_else(ApiError::not_found)
}

/// A validated request.
struct ValidBanner {
    title: String,
    link: Option<String>,
}

impl ValidBanner {
    fn parse(request: &BannerRequest) -> ApiResult<Self> {
        let mut fields = Faults::default();
        let title = fields.required("title", &request.title, bounds::TITLE);
        let link = links::optional(&mut fields, "link", request.link.as_deref());
        if let (Some(from), Some(to)) = (request.from, request.to)
            && to <= from
        {
            fields.add("to", "Окончание показа должно быть позже начала");
        }
        fields.into_result()?;
        Ok(Self { title, link })
    }
}

pub async fn add(pool: &PgPool, by: &By, request: &BannerRequest) -> ApiResult<Banner> {
    let valid = ValidBanner::parse(request)?;
    let mut tx = pool.begin().await?;
    let id = sqlx::query_scalar!(
        "insert into banner (title, link, position, shown_from, shown_to, visible, created)
         select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from banner) < $8 returning id",
        valid.title,
        valid.link,
        request.position,
        request.from.map(|from| from.0),
        request.to.map(|to| to.0),
        request.visible,
        by.at,
        MOST
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| ApiError::conflict("Баннеров слишком много, удалите ненужные"))?;
    let after = one(&mut *tx, id).await?;
    by.record_creation(&mut tx, Action::BannerCreated, id, &after)
        .await?;
    tx.commit().await?;
    Ok(after)
}

/// Replaces all fields except the picture.
pub async fn change(pool: &PgPool, by: &By, id: i64, request: &BannerRequest) -> ApiResult<Banner> {
    let valid = ValidBanner::parse(request)?;
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, id).await?;
    sqlx::query!(
        "update banner set title = $2, link = $3, position = $4, shown_from = $5, shown_to = $6, visible = $7
         where id = $1",
        id,
        valid.title,
        valid.link,
        request.position,
        request.from.map(|from| from.0),
        request.to.map(|to| to.0),
        request.visible
    )
    .execute(&mut *tx)
    .await?;
    changed(tx, by, before).await
}

pub async fn set_image(pool: &PgPool, by: &By, id: i64, image: Uuid) -> ApiResult<Banner> {
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, id).await?;
    sqlx::query!("update banner set image = $2 where id = $1", id, image)
        .execute(&mut *tx)
        .await?;
    changed(tx, by, before).await
}

async fn changed(mut tx: sqlx::PgTransaction<'_>, by: &By, before: Banner) -> ApiResult<Banner> {
    let after = one(&mut *tx, before.id).await?;
    by.record_change(&mut tx, Action::BannerChanged, before.id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(after)
}

pub async fn delete(pool: &PgPool, by: &By, id: i64) -> ApiResult<()> {
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, id).await?;
    sqlx::query!("delete from banner where id = $1", id)
        .execute(&mut *tx)
        .await?;
    by.record_deletion(&mut tx, Action::BannerDeleted, id, &before)
        .await?;
    tx.commit().await?;
    Ok(())
}
