use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete};
use serde::Serialize;

use application::caller::Member;
use application::state::AppState;
use catalogue::{self, HouseFields};
use contract::error::{ApiError, ApiResult};
use people::journal::{self, Action};

/// The journal's record of a deleted house.
#[derive(Serialize)]
struct Deleted {
    #[serde(flatten)]
    fields: HouseFields,
    /// Accounts with their roles (0 manager, 1 owner, 2 newsmaker).
    staff: Vec<(i64, i16)>,
}

/// Deletes a house. Its staff lose their roles. 409 while it has catalogs, or lots in its storage. For admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown house"), (status = 409, description = "The house has catalogs or lots")))]
#[delete("/api/house/{id}")]
pub async fn delete_house(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    if !member.is_admin() {
        return Err(ApiError::forbidden());
    }
    let mut tx = state.pool.begin().await?;
    // Creating a catalog or lot of the house takes a share lock that conflicts with this one.
    sqlx::query_scalar!(
        "select id from house where id = $1 and deleted is null for update",
        *id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let stored = catalogue::lock_house(&mut tx, *id).await?;
    let before = stored.map(|stored| stored.fields);
    let has = sqlx::query!(
        r#"select exists(select from catalog where house_id = $1 and deleted is null) as "catalogs!",
            exists(select from lot where house_id = $1 and deleted is null) as "lots!""#,
        *id
    )
    .fetch_one(&mut *tx)
    .await?;
    if has.catalogs {
        return Err(ApiError::conflict("У аукционного дома есть каталоги"));
    }
    if has.lots {
        return Err(ApiError::conflict("В хранилище аукционного дома есть лоты"));
    }
    sqlx::query!("delete from staff_invitation where house_id = $1", *id)
        .execute(&mut *tx)
        .await?;
    let dismissed = sqlx::query!(
        "delete from house_staff where house_id = $1 returning account_id, role",
        *id
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut staff: Vec<(i64, i16)> = dismissed
        .into_iter()
        .map(|row| (row.account_id, row.role))
        .collect();
    staff.sort_unstable();
    let info = sqlx::query_scalar!(
        "delete from house_info where house_id = $1 returning object",
        *id
    )
    .fetch_optional(&mut *tx)
    .await?;
    sqlx::query!(
        "update house set deleted = $2 where id = $1",
        *id,
        state.clock.now()
    )
    .execute(&mut *tx)
    .await?;
    let by = member.by(state.clock.now());
    let before = before.map(|fields| Deleted { fields, staff });
    journal::record(
        &mut tx,
        &by,
        Action::HouseDeleted,
        *id,
        before.as_ref(),
        journal::NOTHING,
    )
    .await?;
    tx.commit().await?;
    for (account_id, _) in before.into_iter().flat_map(|before| before.staff) {
        state.access.account_changed(account_id);
    }
    if let Some(object) = info {
        state.attachments.forget(object).await;
    }
    Ok(HttpResponse::NoContent().finish())
}
