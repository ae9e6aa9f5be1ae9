//! Admins edit artists.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, post};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::artists::find;
use contract::bounds;
use contract::dto::{Artist, ArtistRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use outbox::enqueue;
use people::journal::{self, Action};
use sqlstate::violates;

/// Validated fields of an artist.
pub struct ValidArtist {
    pub name: String,
    pub life_years: Option<String>,
    pub biography: Option<String>,
}

impl ValidArtist {
    pub fn parse(name: &str, life_years: Option<&str>, biography: Option<&str>) -> ApiResult<Self> {
        let mut fields = Faults::default();
        let name = fields.required("name", name, bounds::NAME);
        let life_years = fields.optional("lifeYears", life_years, bounds::LIFE_YEARS);
        let biography = fields.optional("biography", biography, bounds::ARTICLE);
        fields.into_result()?;
        Ok(Self {
            // «Иванов  Пётр» and «Иванов Пётр» are the same name.
            name: name.split_whitespace().collect::<Vec<_>>().join(" "),
            life_years,
            biography,
        })
    }
}

pub fn foreign_logo() -> ApiError {
    ApiError::invalid("logoId", "Выберите одно из изображений художника")
}

pub fn taken(error: sqlx::Error) -> ApiError {
    if violates(&error, "author_name_key") {
        ApiError::conflict("Художник с таким именем уже есть")
    } else {
        error.into()
    }
}

/// Creates an artist, or changes one if there is an `id`.
///
/// Their lots are shown and found under the new name. For admins.
#[utoipa::path(tag = "artists", security(("token" = [])), responses((status = 200, body = Artist),
    (status = 403, description = "Not an admin"), (status = 404, description = "Unknown"),
    (status = 409, description = "Another artist has the name"), (status = 422, description = "Invalid fields")))]
#[post("/api/artists")]
pub async fn save_artist(
    state: Data<AppState>,
    member: Member,
    request: Json<ArtistRequest>,
) -> ApiResult<Json<Artist>> {
    member.require_admin()?;
    let ValidArtist {
        name,
        life_years,
        biography,
    } = ValidArtist::parse(
        &request.name,
        request.life_years.as_deref(),
        request.biography.as_deref(),
    )?;
    let mut tx = state.pool.begin().await?;
    let before = match request.id {
        Some(id) => {
            lock(&mut tx, id).await?;
            Some(find(&mut tx, id).await?)
        }
        None => None,
    };
    if let Some(logo) = request.logo_id
        && !before
            .iter()
            .flat_map(|artist| &artist.short.images)
            .any(|image| image.id == logo)
    {
        return Err(foreign_logo());
    }
    let id = match &before {
        None => sqlx::query_scalar!(
            "insert into author (name, life_years, biography) values ($1, $2, $3) returning id",
            name,
            life_years,
            biography
        )
        .fetch_one(&mut *tx)
        .await
        .map_err(taken)?,
        Some(before) => {
            sqlx::query!(
                "update author set name = $2, life_years = $3, biography = $4, logo = $5, is_typed = false
                 where id = $1",
                before.short.id,
                name,
                life_years,
                biography,
                request.logo_id
            )
            .execute(&mut *tx)
            .await
            .map_err(taken)?;
            if before.short.name != name {
                let lots = sqlx::query_scalar!(
                    "select lot_id from lot_author where author_id = $1",
                    before.short.id
                )
                .fetch_all(&mut *tx)
                .await?;
                enqueue::lots(&mut tx, &lots).await?;
            }
            before.short.id
        }
    };
    let after = find(&mut tx, id).await?;
    let event = match before {
        Some(_) => Action::ArtistChanged,
        None => Action::ArtistCreated,
    };
    journal::record(
        &mut tx,
        &member.by(state.clock.now()),
        event,
        id,
        before.as_ref(),
        Some(&after),
    )
    .await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Locks an artist until the transaction ends; 404 if unknown. Lots may still be linked to the artist meanwhile.
pub async fn lock(tx: &mut sqlx::PgConnection, id: i64) -> ApiResult<()> {
    sqlx::query!("select id from author where id = $1 for no key update", id)
        .fetch_optional(tx)
        .await?
        .map(|_| ())
        .ok_or_else(ApiError::not_found)
}

/// Deletes an artist whom no lot names, with the subscriptions to them, and unlinks deleted lots. For admins.
#[utoipa::path(tag = "artists", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "Unknown"),
        (status = 409, description = "Lots name this artist")))]
#[delete("/api/artists/{id}")]
pub async fn delete_artist(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let mut tx = state.pool.begin().await?;
    lock(&mut tx, *id).await?;
    let before = find(&mut tx, *id).await?;
    sqlx::query!(
        "delete from lot_author using lot
         where lot_author.author_id = $1 and lot.id = lot_author.lot_id and lot.deleted is not null",
        *id
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("delete from author where id = $1", *id)
        .execute(&mut *tx)
        .await
        .map_err(|error| {
            if violates(&error, "lot_author_author_id_fkey") {
                ApiError::conflict("Художник указан в лотах")
            } else {
                error.into()
            }
        })?;
    member
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::ArtistDeleted, *id, &before)
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
