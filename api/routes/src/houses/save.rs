//! Creates and changes houses.

use actix_web::post;
use actix_web::web::Data;
use domain::{CatalogPatch, Command, StepTable};
use sqlx::types::Json as Jsonb;

use super::one::show;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::{self, Change, HouseFields};
use contract::dto::{House, HouseRequest};
use contract::error::{ApiError, ApiResult};
use people::eligibility;
use people::journal::Action;

/// Creates a house (without `id`; for admins) or changes one (with `id`; for its managers, owners and admins).
///
/// Replaces all fields: absent ones become empty. A new step table applies to drafts and scheduled sales without bets.
/// 409 if the house has changed since the request's `revision`.
#[utoipa::path(tag = "house", request_body = HouseRequest, security(("token" = [])),
    responses((status = 200, body = House), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house"), (status = 409, description = "Changed meanwhile"),
        (status = 422, description = "Invalid fields")))]
#[post("/api/house")]
pub async fn save_house(
    state: Data<AppState>,
    member: Member,
    body: Json<HouseRequest>,
) -> ApiResult<Json<House>> {
    let id = body.id;
    let entitled = match id {
        None => member.is_admin(),
        Some(id) => member.manages(id),
    };
    if !entitled {
        return Err(ApiError::forbidden());
    }
    let revision = body.revision;
    let fields = HouseFields::check(body.into_inner())?;
    let viewer = member.id;
    let saving = save(state.clone(), member, id.zip(Some(revision)), fields);
    let id = eligibility::to_its_end(saving).await?;
    Ok(Json(show(&state, id, Some(viewer)).await?))
}

async fn save(
    state: Data<AppState>,
    member: Member,
    changed: Option<(i64, Option<i64>)>,
    fields: HouseFields,
) -> ApiResult<i64> {
    let mut tx = state.pool.begin().await?;
    let by = member.by(state.clock.now());
    let id = match changed {
        None => {
            let id = catalogue::insert_house(&mut tx, &fields, state.clock.now()).await?;
            let event = Action::HouseCreated;
            by.record_creation(&mut tx, event, id, &fields).await?;
            id
        }
        Some((id, revision)) => {
            let stored = catalogue::lock_house(&mut tx, id)
                .await?
                .ok_or_else(ApiError::not_found)?;
            let before = stored.fields;
            if before != fields {
                ApiError::unless_current(revision, stored.revision)?;
                catalogue::update_house(&mut tx, id, &fields).await?;
                by.record_change(&mut tx, Action::HouseChanged, id, &before, &fields)
                    .await?;
            }
            id
        }
    };
    tx.commit().await?;
    pass_on_steps(&state, &member, id).await?;
    Ok(id)
}

/// Applies the house's step table to its drafts and scheduled sales without bets. Each is a change of its own; a failed
/// one is retried the next time the house is saved.
async fn pass_on_steps(state: &AppState, member: &Member, house_id: i64) -> ApiResult<()> {
    let catalogs = sqlx::query_scalar!(
        "select catalog.id from catalog join house on house.id = catalog.house_id
         join catalog_trade on catalog_trade.catalog_id = catalog.id and catalog_trade.state in (0, 4)
         where catalog.house_id = $1 and catalog.deleted is null and catalog.rehearsal_of is null
            and catalog.house_steps_table is distinct from house.steps_table
         order by catalog.id",
        house_id
    )
    .fetch_all(&state.pool)
    .await?;
    for catalog_id in catalogs {
        let mut change = Change::begin(&state.editor).await?;
        let steps = sqlx::query_scalar!(
            r#"update catalog set house_steps_table = house.steps_table from house
             where catalog.id = $1 and house.id = catalog.house_id
             returning house.steps_table as "steps: Jsonb<StepTable>""#,
            catalog_id
        )
        .fetch_one(change.conn())
        .await?;
        let patch = CatalogPatch {
            house_steps: Some(steps.map(|steps| steps.0)),
            ..CatalogPatch::default()
        };
        let outcome = change
            .commit(
                &member.by(state.clock.now()),
                catalog_id,
                vec![Command::ChangeCatalog(Box::new(patch))],
            )
            .await;
        match outcome {
            Ok(_) => {}
            // The sale already has bets by the old table.
            Err(error) if error.is_conflict() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
