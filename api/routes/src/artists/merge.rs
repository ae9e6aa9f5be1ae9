//! Admins merge two artists who are the same person.

use actix_web::post;
use actix_web::web::{Data, Path};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::edit::{ValidArtist, foreign_logo, lock, taken};
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::artists::{PICTURES, find};
use contract::dto::{Artist, ArtistMergeRequest};
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;
use people::journal::Action;

/// Merges another artist into this one: the other's lots, subscribers and pictures move, and the other is deleted.
///
/// The artist keeps at most 7 pictures, their own first. For admins.
#[utoipa::path(tag = "artists", params(("id" = i64, Path)), security(("token" = [])), request_body = ArtistMergeRequest,
    responses((status = 200, body = Artist), (status = 403, description = "Not an admin"),
        (status = 404, description = "One of the two is unknown"), (status = 409, description = "A third artist has the name"),
        (status = 422, description = "Invalid fields")))]
#[post("/api/artists/{id}/merge")]
pub async fn merge_artists(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<ArtistMergeRequest>,
) -> ApiResult<Json<Artist>> {
    member.require_admin()?;
    let (id, other_id) = (*id, request.other_id);
    if id == other_id {
        return Err(ApiError::invalid("otherId", "Выберите другого художника"));
    }
    let valid = ValidArtist::parse(
        &request.name,
        request.life_years.as_deref(),
        request.biography.as_deref(),
    )?;
    let mut tx = state.pool.begin().await?;
    // In one order, so that two merges of the same pair wait for each other.
    lock(&mut tx, id.min(other_id)).await?;
    lock(&mut tx, id.max(other_id)).await?;
    let kept = find(&mut tx, id).await?;
    let other = find(&mut tx, other_id).await?;

    let moved = move_lots(&mut tx, id, other_id).await?;
    move_subscribers(&mut tx, id, other_id).await?;
    let pictures = [&kept, &other]
        .into_iter()
        .flat_map(|artist| artist.short.images.iter().map(|image| image.id));
    let pictures = kept_pictures(pictures.collect(), request.logo_id)?;
    sqlx::query!(
        "delete from author_image where author_id = any($1)",
        &[id, other_id]
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into author_image (author_id, position, picture_id)
         select $1, (place - 1)::smallint, picture from unnest($2::uuid[]) with ordinality o (picture, place)",
        id,
        &pictures
    )
    .execute(&mut *tx)
    .await?;
    // Before the name changes: it may be the other's.
    sqlx::query!("delete from author where id = $1", other_id)
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "update author set name = $2, life_years = $3, biography = $4, logo = $5 where id = $1",
        id,
        valid.name,
        valid.life_years,
        valid.biography,
        request.logo_id
    )
    .execute(&mut *tx)
    .await
    .map_err(taken)?;
    let named = sqlx::query_scalar!("select lot_id from lot_author where author_id = $1", id)
        .fetch_all(&mut *tx)
        .await?;
    enqueue::lots(&mut tx, &named).await?;

    let after = find(&mut tx, id).await?;
    member
        .by(state.clock.now())
        .record_change(
            &mut tx,
            Action::ArtistsMerged,
            id,
            &json!({"artist": kept, "other": other}),
            &json!({"artist": after, "lotIds": moved}),
        )
        .await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Names the one artist where lots named the other. Returns the lots.
async fn move_lots(tx: &mut PgConnection, id: i64, other_id: i64) -> sqlx::Result<Vec<i64>> {
    let moved = sqlx::query_scalar!(
        "update lot_author set author_id = $1 where author_id = $2
             and not exists (select from lot_author own where own.lot_id = lot_author.lot_id and own.author_id = $1)
         returning lot_id",
        id,
        other_id
    )
    .fetch_all(&mut *tx)
    .await?;
    // What is left names both.
    let of_both = sqlx::query_scalar!(
        "delete from lot_author where author_id = $1 returning lot_id",
        other_id
    )
    .fetch_all(tx)
    .await?;
    Ok([moved, of_both].concat())
}

/// Subscribers of both keep the longer subscription.
async fn move_subscribers(tx: &mut PgConnection, id: i64, other_id: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into artist_subscription (account_id, author_id, created, expires)
         select account_id, $1, created, expires from artist_subscription where author_id = $2
         on conflict on constraint artist_subscription_once
             do update set expires = greatest(artist_subscription.expires, excluded.expires)",
        id,
        other_id
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The pictures in order, at most [`PICTURES`], the logo among them.
fn kept_pictures(mut pictures: Vec<Uuid>, logo: Option<Uuid>) -> ApiResult<Vec<Uuid>> {
    if let Some(logo) = logo {
        let place = pictures
            .iter()
            .position(|picture| *picture == logo)
            .ok_or_else(foreign_logo)?;
        if place >= PICTURES {
            pictures.swap(place, PICTURES - 1);
        }
    }
    pictures.truncate(PICTURES);
    Ok(pictures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logo_is_kept_among_seven_pictures() {
        let pictures: Vec<Uuid> = (1..=9).map(Uuid::from_u128).collect();
        let kept = |logo: Option<u128>| {
            kept_pictures(pictures.clone(), logo.map(Uuid::from_u128))
                .map(|kept| kept.iter().map(|id| id.as_u128()).collect::<Vec<_>>())
        };
        assert_eq!(kept(None).unwrap(), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(kept(Some(3)).unwrap(), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(kept(Some(9)).unwrap(), [1, 2, 3, 4, 5, 6, 9]);
        assert!(kept(Some(10)).is_err());
    }
}
