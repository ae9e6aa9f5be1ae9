//! Partners of the platform.

use sqlx::{PgConnection, PgExecutor, PgPool, PgTransaction};
use uuid::Uuid;

use crate::links;
use contract::bounds;
use contract::dto::{Partner, PartnerRequest, Picture};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::{Action, By};

/// The most partners a site may have. One answer holds all of them.
const MOST: i64 = 200;

/// The partners in order, with or without the hidden ones.
pub async fn all(pool: &PgPool, with_hidden: bool) -> ApiResult<Vec<Partner>> {
    find(pool, None, with_hidden).await
}

async fn find(
    executor: impl PgExecutor<'_>,
    id: Option<i64>,
    with_hidden: bool,
) -> ApiResult<Vec<Partner>> {
    let rows = sqlx::query!(
        r#"select r.id, r.name, r.description, r.link, r.position, r.visible, r.created,
            p.id as "picture_id?", p.width as "width?", p.height as "height?"
         from partner r left join picture p on p.id = r.image
         where ($1::bigint is null or r.id = $1) and ($2 or r.visible) order by r.position, r.id"#,
        id,
        with_hidden
    )
    .fetch_all(executor)
    .await?;
    let partners = rows.into_iter().map(|row| Partner {
        id: row.id,
        name: row.name,
        description: row.description,
        link: row.link,
        position: row.position,
        visible: row.visible,
        image: Picture::of_columns("partners", row.picture_id, row.width, row.height),
        created: row.created.into(),
    });
    Ok(partners.collect())
}

/// One partner, hidden or not; 404 if they are unknown.
pub async fn one(executor: impl PgExecutor<'_>, id: i64) -> ApiResult<Partner> {
    find(executor, Some(id), true)
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// Locks a partner until the transaction ends.
async fn lock(tx: &mut PgConnection, id: i64) -> ApiResult<Partner> {
    sqlx::query!("select id from partner where id = $1 for update", id)
        .fetch_optional(&mut *tx)
        .await?;
    one(tx, id).await
}

/// Whether everybody may see a partner's picture; 404 if no partner has it.
pub async fn is_shown(pool: &PgPool, picture: Uuid) -> ApiResult<bool> {
    sqlx::query_scalar!("select visible from partner where image = $1", picture)
        .fetch_optional(pool)
        .await?
        .ok_or_else(ApiError::not_found)
}

/// A validated request.
struct ValidPartner {
    name: String,
    description: Option<String>,
    link: Option<String>,
}

impl ValidPartner {
    fn parse(request: &PartnerRequest) -> ApiResult<Self> {
        let mut fields = Faults::default();
        let valid = Self {
            name: fields.required("name", &request.name, bounds::NAME),
            description: fields.optional(
                "description",
                request.description.as_deref(),
                bounds::SUMMARY,
            ),
            link: links::optional(&mut fields, "link", request.link.as_deref()),
        };
        fields.into_result()?;
        Ok(valid)
    }
}

pub async fn add(pool: &PgPool, by: &By, request: &PartnerRequest) -> ApiResult<Partner> {
    let valid = ValidPartner::parse(request)?;
    let mut tx = pool.begin().await?;
    let id = sqlx::query_scalar!(
        "insert into partner (name, description, link, position, visible, created)
         select $1, $2, $3, $4, $5, $6 where (select count(*) from partner) < $7 returning id",
        valid.name,
        valid.description,
        valid.link,
        request.position,
        request.visible,
        by.at,
        MOST
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| ApiError::conflict("Партнёров слишком много, удалите ненужных"))?;
    let after = one(&mut *tx, id).await?;
    by.record_creation(&mut tx, Action::PartnerCreated, id, &after)
        .await?;
    tx.commit().await?;
    Ok(after)
}

/// Replaces all fields except the picture.
pub async fn change(
    pool: &PgPool,
    by: &By,
    id: i64,
    request: &PartnerRequest,
) -> ApiResult<Partner> {
    let valid = ValidPartner::parse(request)?;
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, id).await?;
    sqlx::query!(
        "update partner set name = $2, description = $3, link = $4, position = $5, visible = $6 where id = $1",
        id,
        valid.name,
        valid.description,
        valid.link,
        request.position,
        request.visible
    )
    .execute(&mut *tx)
    .await?;
    changed(tx, by, before).await
}

/// Sets the picture, or takes it off.
pub async fn set_image(pool: &PgPool, by: &By, id: i64, image: Option<Uuid>) -> ApiResult<Partner> {
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, id).await?;
    sqlx::query!("update partner set image = $2 where id = $1", id, image)
        .execute(&mut *tx)
        .await?;
    changed(tx, by, before).await
}

async fn changed(mut tx: PgTransaction<'_>, by: &By, before: Partner) -> ApiResult<Partner> {
    let after = one(&mut *tx, before.id).await?;
    by.record_change(&mut tx, Action::PartnerChanged, before.id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(after)
}

pub async fn delete(pool: &PgPool, by: &By, id: i64) -> ApiResult<()> {
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, id).await?;
    sqlx::query!("delete from partner where id = $1", id)
        .execute(&mut *tx)
        .await?;
    by.record_deletion(&mut tx, Action::PartnerDeleted, id, &before)
        .await?;
    tx.commit().await?;
    Ok(())
}
