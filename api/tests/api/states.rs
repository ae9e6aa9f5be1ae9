//! Statements and the domain agree on what the numbers of states and roles mean.

use contract::dto::{CatalogState, LotState};
use people::staff::Role;
use sqlx::AssertSqlSafe;

use crate::support::*;

#[actix_web::test]
async fn statements_read_states_and_roles_as_the_domain_does() {
    let app = App::new().await;
    for state in CatalogState::ALL {
        let running = state.is_running();
        let finished = state.is_finished();
        for (function, expected) in [
            ("catalog_is_running", running),
            ("catalog_is_finished", finished),
            (
                "catalog_is_unfinished",
                running || *state == CatalogState::Scheduled,
            ),
        ] {
            let said = says(&app, &format!("{function}({}::smallint)", state.number())).await;
            assert_eq!(said, expected, "{function} of {state:?}");
        }
    }
    for state in LotState::ALL {
        let said = says(&app, &format!("lot_is_sold({}::smallint)", state.number())).await;
        assert_eq!(said, state.is_sold(), "{state:?}");
    }
    for (role, column) in [
        (Role::Manager, "is_manager"),
        (Role::Owner, "is_owner"),
        (Role::Newsmaker, "is_newsmaker"),
    ] {
        let number = role as i16;
        let only = format!("bool_and({column} = (role = {number})) and bool_or({column})");
        assert!(
            says(&app, &format!("{only} from house_staff")).await,
            "{column}"
        );
    }
}

async fn says(app: &App, expression: &str) -> bool {
    sqlx::query_scalar(AssertSqlSafe(format!("select {expression}")))
        .fetch_one(&app.pool)
        .await
        .unwrap()
}
