use actix_web::get;
use actix_web::web::{Data, Json, Path};

use super::house::require_house;
use crate::caller::Caller;
use crate::state::AppState;
use contract::dto::{HouseStaff, UserPhoto};
use contract::error::ApiResult;

/// The staff of a house, by name.
///
/// Phones and e-mails are null for everybody but its staff and admins. The house's staff see only the contact by which
/// the house named a person.
#[utoipa::path(tag = "house", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<HouseStaff>), (status = 404, description = "Unknown house")))]
#[get("/api/house/{id}/staff")]
pub async fn house_staff(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
) -> ApiResult<Json<Vec<HouseStaff>>> {
    require_house(&state, *id).await?;
    let rows = sqlx::query!(
        r#"select a.id, a.display_name, a.photo, a.phone, a.email,
            bool_or(s.named_by is distinct from 1) as "is_phone_known!", bool_or(s.named_by is distinct from 0) as "is_email_known!",
            bool_or(s.role = 0) as "is_manager!", bool_or(s.role = 1) as "is_owner!", bool_or(s.role = 2) as "is_newsmaker!"
        from house_staff s join account a on a.id = s.account_id and a.deleted is null
        where s.house_id = $1 group by a.id order by a.display_name, a.id"#,
        *id
    )
    .fetch_all(&state.pool)
    .await?;
    let is_shown = |is_known: bool| caller.is_admin() || is_known && caller.sees_hidden_of(*id);
    let staff = rows.into_iter().map(|row| HouseStaff {
        user_id: row.id,
        display_name: row.display_name,
        photo: UserPhoto { icon_id: row.photo },
        is_manager: row.is_manager,
        is_owner: row.is_owner,
        is_newsmaker: row.is_newsmaker,
        phone: row.phone.filter(|_| is_shown(row.is_phone_known)),
        e_mail: row.email.filter(|_| is_shown(row.is_email_known)),
    });
    Ok(Json(staff.collect()))
}
