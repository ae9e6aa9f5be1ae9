//! Catalogs: auctions, galleries and post-auctions (`/api/catalog`).

use utoipa_actix_web::service_config::ServiceConfig;

mod delete;
mod hall;
mod images;
mod import;
mod last_lot_id;
mod list;
mod lot_numbers;
mod lots;
mod notifications;
mod of_house;
mod one;
mod place;
pub mod publish;
pub mod rehearsal;
mod results;
mod save;
pub mod section;

pub fn configure(cfg: &mut ServiceConfig) {
    // The literal paths «house» and «notifications» come before those with an id.
    cfg.service(list::list_catalogs)
        .service(save::save_catalog)
        .service(notifications::list_catalog_subscriptions)
        .service(notifications::subscribe_to_catalog)
        .service(notifications::unsubscribe_from_catalog)
        .service(of_house::list_catalogs_of_house)
        .service(last_lot_id::last_lot_id)
        .service(lot_numbers::lot_numbers)
        .service(lots::list_lots_of_catalog)
        .service(hall::get_hall)
        .service(results::sale_results_pdf)
        .service(rehearsal::get_rehearsal)
        .service(rehearsal::start_rehearsal)
        .service(rehearsal::end_rehearsal)
        .service(publish::hide_catalog)
        .service(publish::show_catalog)
        .service(publish::schedule_catalog)
        .service(publish::cancel_catalog)
        .service(place::put_lot)
        .service(place::take_lot_out)
        .service(import::import_catalog)
        .service(images::set_catalog_image)
        .service(images::remove_catalog_image)
        .service(delete::delete_catalog)
        .service(one::get_catalog);
}
