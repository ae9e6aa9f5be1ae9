//! `/api/queries`: price queries for lots sold without bidding.
//!
//! A query is visible to its asker, the managers and owners of the lot's house, and admins. For everybody else neither
//! the query nor the house's list exists. Each side hides answered queries for itself.

use utoipa_actix_web::service_config::ServiceConfig;

mod answer;
mod ask;
mod list;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(ask::ask_price)
        .service(list::queries_of_my_houses)
        .service(list::queries_of_house)
        .service(list::query_counts)
        .service(list::my_queries)
        .service(answer::answer_query)
        .service(answer::delete_query);
}
