//! Lots (`/api/lots`).

use utoipa_actix_web::service_config::ServiceConfig;

mod carousels;
mod copy;
pub mod counts;
mod delete;
mod images;
pub mod managed;
mod my;
mod one;
mod pdf;
mod post_auction;
mod random;
mod reading;
pub mod save;
mod search;
mod states;
mod viewed;

pub fn configure(cfg: &mut ServiceConfig) {
    // The literal paths «search», «rnd», «viewed» and «my» come before those with an id.
    cfg.service(search::search_lots)
        .service(counts::count_lots)
        .service(random::random_lots)
        .service(viewed::viewed_lots)
        .service(my::my_lots)
        .service(reading::read_lot_description)
        .service(save::create_lot)
        .service(save::edit_lot)
        .service(carousels::similar_lots)
        .service(carousels::similar_sold_lots)
        .service(carousels::lots_by_author)
        .service(carousels::lots_of_same_house)
        .service(copy::copy_lot)
        .service(states::hide_lot)
        .service(states::show_lot)
        .service(states::mark_lot_paid)
        .service(post_auction::move_to_post_auction)
        .service(post_auction::remove_from_post_auction)
        .service(images::order_lot_images)
        .service(images::remove_lot_image)
        .service(images::describe_lot_image)
        .service(images::lot_image_cut)
        .service(images::cut_lot_image)
        .service(delete::delete_lot)
        .service(pdf::lot_pdf)
        .service(one::get_lot);
}
