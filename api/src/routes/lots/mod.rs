//! Lots (`/api/lots`).

use utoipa_actix_web::service_config::ServiceConfig;

mod carousels;
mod one;
mod random;
mod search;
mod viewed;
mod visitor;

pub fn configure(cfg: &mut ServiceConfig) {
    // «search», «rnd» and «viewed» are no ids: their paths come first.
    cfg.service(search::search_lots)
        .service(random::random_lots)
        .service(viewed::viewed_lots)
        .service(carousels::similar_lots)
        .service(carousels::lots_by_author)
        .service(carousels::lots_of_same_house)
        .service(one::get_lot);
}
