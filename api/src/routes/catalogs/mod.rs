//! Catalogs: auctions, galleries and post-auctions (`/api/catalog`).

use utoipa_actix_web::service_config::ServiceConfig;

mod last_lot_id;
mod list;
mod lot_numbers;
mod lots;
mod of_house;
mod one;
mod publish;

pub fn configure(cfg: &mut ServiceConfig) {
    // «house» is no id: its path comes first.
    cfg.service(list::list_catalogs)
        .service(of_house::list_catalogs_of_house)
        .service(last_lot_id::last_lot_id)
        .service(lot_numbers::lot_numbers)
        .service(lots::list_lots_of_catalog)
        .service(publish::hide_catalog)
        .service(publish::show_catalog)
        .service(publish::schedule_catalog)
        .service(publish::cancel_catalog)
        .service(one::get_catalog);
}
