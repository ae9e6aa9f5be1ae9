//! A house's sections besides its auctions: gallery, storage and post-auction sale. Admins switch them on and off.
//!
//! Gallery and post-auction sale are standing catalogs of their types. Switching a section on creates one, or shows the
//! latest of each currency again; switching it off hides them with all their lots. A storage that is off takes no more
//! lots; its lots stay and may be taken out.

use std::collections::BTreeSet;

use actix_web::post;
use actix_web::web::{Data, Path};
use domain::CatalogState;
use sqlx::PgConnection;

use super::one::show;
use crate::catalogs::publish::set_hidden;
use crate::catalogs::section::require_section;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::{self, CatalogFields};
use contract::dto::{CatalogType, Currency, House};
use contract::error::{ApiError, ApiResult};
use people::eligibility;
use people::journal::{Action, By};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Gallery,
    Storage,
    PostAuction,
}

impl Section {
    /// The house's JSON field of this section.
    fn field(self) -> &'static str {
        match self {
            Self::Gallery => "isGallery",
            Self::Storage => "isStorage",
            Self::PostAuction => "isPostAuction",
        }
    }

    /// The section's catalog type, and the title of a new standing catalog.
    fn catalog(self) -> Option<(CatalogType, &'static str)> {
        match self {
            Self::Gallery => Some((CatalogType::Gallery, "Галерея")),
            Self::PostAuction => Some((CatalogType::PostAuction, "ПостАукцион")),
            Self::Storage => None,
        }
    }
}

/// Switches a house's gallery on: creates its standing catalog or shows it again. For admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = House), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown house")))]
#[post("/api/house/{id}/gallery/enable")]
pub async fn enable_gallery(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<House>> {
    switch(state, member, *id, Section::Gallery, true).await
}

/// Switches a house's gallery off and hides its standing catalogs. For admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = House), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown house"),
        (status = 409, description = "Not possible in this state")))]
#[post("/api/house/{id}/gallery/disable")]
pub async fn disable_gallery(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<House>> {
    switch(state, member, *id, Section::Gallery, false).await
}

/// Switches a house's storage on. For admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = House), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown house")))]
#[post("/api/house/{id}/storage/enable")]
pub async fn enable_storage(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<House>> {
    switch(state, member, *id, Section::Storage, true).await
}

/// Switches a house's storage off: it takes no more lots (409), and its lots stay. For admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = House), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown house")))]
#[post("/api/house/{id}/storage/disable")]
pub async fn disable_storage(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<House>> {
    switch(state, member, *id, Section::Storage, false).await
}

/// Switches a house's post-auction sale on: creates its standing catalog or shows it again. For admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = House), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown house")))]
#[post("/api/house/{id}/postauction/enable")]
pub async fn enable_post_auction(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<House>> {
    switch(state, member, *id, Section::PostAuction, true).await
}

/// Switches a house's post-auction sale off and hides its standing catalogs. For admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = House), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown house"),
        (status = 409, description = "Not possible in this state")))]
#[post("/api/house/{id}/postauction/disable")]
pub async fn disable_post_auction(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<House>> {
    switch(state, member, *id, Section::PostAuction, false).await
}

async fn switch(
    state: Data<AppState>,
    member: Member,
    id: i64,
    section: Section,
    on: bool,
) -> ApiResult<Json<House>> {
    if !member.is_admin() {
        return Err(ApiError::forbidden());
    }
    let viewer = member.id;
    let work = switched(state.clone(), member, id, section, on);
    eligibility::to_its_end(work).await?;
    Ok(Json(show(&state, id, Some(viewer)).await?))
}

/// Sets the switch and creates a missing catalog in one transaction, then changes each catalog through its room.
/// Idempotent: a retry after a failure in between completes the switch.
async fn switched(
    state: Data<AppState>,
    member: Member,
    id: i64,
    section: Section,
    on: bool,
) -> ApiResult<()> {
    let mut tx = state.pool.begin().await?;
    let was_on = set_flag(&mut tx, id, section, on)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let by = member.by(state.clock.now());
    if was_on != on {
        let state_of = |on: bool| serde_json::json!({section.field(): on});
        let (before, after) = (state_of(was_on), state_of(on));
        by.record_change(&mut tx, Action::HouseChanged, id, &before, &after)
            .await?;
    }
    let Some((catalog_type, title)) = section.catalog() else {
        tx.commit().await?;
        return Ok(());
    };
    let catalogs = standing_catalogs(&mut tx, id, catalog_type).await?;
    if on && catalogs.is_empty() {
        let fields = CatalogFields::standing(title, catalog_type, Currency::Rub);
        make(&mut tx, &state, &by, id, &fields).await?;
    }
    tx.commit().await?;
    let to_change: Vec<i64> = match on {
        true => to_show(&catalogs),
        false => catalogs
            .iter()
            .filter(|catalog| !catalog.hidden)
            .map(|catalog| catalog.id)
            .collect(),
    };
    // Each change checks the switch again, and fails if a concurrent call has reversed it.
    for catalog_id in to_change {
        set_hidden(&state, &member, catalog_id, !on).await?;
    }
    Ok(())
}

/// The catalogs to show again: the latest of each currency that has none visible. Older ones may have been hidden for
/// other reasons.
fn to_show(catalogs: &[StandingCatalog]) -> Vec<i64> {
    let seen = catalogs.iter().filter(|catalog| !catalog.hidden);
    let mut currencies: BTreeSet<i16> = seen.map(|catalog| catalog.currency).collect();
    catalogs
        .iter()
        .filter(|catalog| currencies.insert(catalog.currency))
        .map(|catalog| catalog.id)
        .collect()
}

/// Creates a standing catalog, visible to everybody from its first lot on.
async fn make(
    conn: &mut PgConnection,
    state: &AppState,
    by: &By,
    house_id: i64,
    fields: &CatalogFields,
) -> ApiResult<i64> {
    let begins = CatalogState::Scheduled;
    let id = catalogue::insert_catalog(conn, &state.editor, house_id, fields, begins).await?;
    by.record_creation(conn, Action::CatalogCreated, id, fields)
        .await?;
    Ok(id)
}

/// Sets a house's switch and returns its previous value; `None` if the house does not exist.
async fn set_flag(
    conn: &mut PgConnection,
    id: i64,
    section: Section,
    on: bool,
) -> ApiResult<Option<bool>> {
    let row = sqlx::query!(
        "select is_gallery, is_storage, is_post_auction from house where id = $1 and deleted is null for no key update",
        id
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let is = |this: Section, was: bool| if this == section { on } else { was };
    sqlx::query!(
        "update house set is_gallery = $2, is_storage = $3, is_post_auction = $4 where id = $1",
        id,
        is(Section::Gallery, row.is_gallery),
        is(Section::Storage, row.is_storage),
        is(Section::PostAuction, row.is_post_auction)
    )
    .execute(conn)
    .await?;
    Ok(Some(match section {
        Section::Gallery => row.is_gallery,
        Section::Storage => row.is_storage,
        Section::PostAuction => row.is_post_auction,
    }))
}

pub struct StandingCatalog {
    pub id: i64,
    pub hidden: bool,
    pub currency: i16,
}

/// The standing catalogs of a house: those of the type that are neither drafts nor over, latest first.
pub async fn standing_catalogs(
    conn: &mut PgConnection,
    house_id: i64,
    catalog_type: CatalogType,
) -> ApiResult<Vec<StandingCatalog>> {
    Ok(sqlx::query_as!(
        StandingCatalog,
        "select c.id, c.hidden, c.currency from catalog c join catalog_trade t on t.catalog_id = c.id and catalog_is_unfinished(t.state)
         where c.house_id = $1 and c.catalog_type = $2 and c.deleted is null order by c.id desc",
        house_id,
        catalog_type.number()
    )
    .fetch_all(conn)
    .await?)
}

/// The post-auction sale for lots of this house and currency; created if missing. 409 if the house has the section off.
pub async fn post_auction_of(
    state: &AppState,
    member: &Member,
    house_id: i64,
    currency: Currency,
) -> ApiResult<i64> {
    let mut tx = state.pool.begin().await?;
    if let Some(id) = seen_post_auction(&mut tx, house_id, currency).await? {
        return Ok(id);
    }
    tx.rollback().await?;
    let mut tx = state.pool.begin().await?;
    // Concurrent callers wait for this lock, then find the sale created under it.
    sqlx::query!(
        "select id from house where id = $1 for no key update",
        house_id
    )
    .fetch_one(&mut *tx)
    .await?;
    if let Some(id) = seen_post_auction(&mut tx, house_id, currency).await? {
        return Ok(id);
    }
    let title = match currency {
        Currency::Rub => "ПостАукцион",
        Currency::Eur => "ПостАукцион, евро",
        Currency::Usd => "ПостАукцион, доллары",
    };
    let fields = CatalogFields::standing(title, CatalogType::PostAuction, currency);
    let by = member.by(state.clock.now());
    let id = make(&mut tx, state, &by, house_id, &fields).await?;
    tx.commit().await?;
    Ok(id)
}

async fn seen_post_auction(
    conn: &mut PgConnection,
    house_id: i64,
    currency: Currency,
) -> ApiResult<Option<i64>> {
    require_section(conn, house_id, CatalogType::PostAuction).await?;
    let standing = standing_catalogs(conn, house_id, CatalogType::PostAuction).await?;
    let seen = standing
        .iter()
        .find(|catalog| !catalog.hidden && catalog.currency == currency.number());
    Ok(seen.map(|catalog| catalog.id))
}
