//! `/api/house`: auction houses and galleries, and bidders' registration with them.

use utoipa_actix_web::service_config::ServiceConfig;

mod applicant;
mod delete;
mod export;
mod grid;
pub mod house;
mod images;
mod imports;
mod info;
mod list;
pub mod one;
mod orders;
mod save;
mod staff;
mod storage;
pub mod switches;

pub fn configure(cfg: &mut ServiceConfig) {
    // The literal path «orders» comes before those with an id.
    cfg.service(orders::send_order)
        .service(orders::my_orders)
        .service(orders::orders)
        .service(orders::order_counts)
        .service(orders::accept_and_trust)
        .service(applicant::applicant_history)
        .service(orders::decide_order)
        .service(list::houses)
        .service(save::save_house)
        .service(one::house)
        .service(delete::delete_house)
        .service(list::house_lots)
        .service(list::house_gallery)
        .service(list::house_post_auction)
        .service(storage::house_storage)
        .service(grid::lots_grid)
        .service(grid::edit_lots_grid)
        .service(grid::renumber_lots)
        .service(export::export_house_list)
        .service(imports::house_imports)
        .service(imports::house_import)
        .service(staff::house_staff)
        .service(staff::house_invitations)
        .service(staff::withdraw_invitation)
        .service(switches::enable_gallery)
        .service(switches::disable_gallery)
        .service(switches::enable_storage)
        .service(switches::disable_storage)
        .service(switches::enable_post_auction)
        .service(switches::disable_post_auction)
        .service(info::house_info)
        .service(info::set_house_info)
        .service(images::set_house_image)
        .service(images::remove_house_image);
}
