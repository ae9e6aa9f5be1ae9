//! The calls of a sale: bets, absentee orders, the bet ladder, the auctioneer's controls and a sale's results
//! (`/api/trade`), and its chat (`/api/chat`).
//!
//! Every change to a room goes through `Rooms::send`. This crate checks who may send it; the room applies the rules.
//! Calls are written and registered as those of the crate `routes`.

use utoipa_actix_web::service_config::ServiceConfig;

mod absentee;
mod attention;
mod auctioneer;
mod bet;
mod bet_lists;
mod chat;
mod evening;
mod ladder;
mod paddles;
mod report;
mod results;
mod revoke;
mod visibility;

/// Registers every call.
pub fn configure(cfg: &mut ServiceConfig) {
    // Literal paths come before those with an id.
    cfg.service(bet::place_bet)
        .service(revoke::revoke_bet)
        .service(revoke::cancel_last_bet)
        .service(revoke::return_lot)
        .service(absentee::place_absentee)
        .service(absentee::list_my_absentee)
        .service(absentee::list_my_absentee_with_lots)
        .service(absentee::absentee_counts)
        .service(absentee::leading_absentee)
        .service(absentee::get_my_absentee)
        .service(absentee::withdraw_absentee)
        .service(visibility::set_bet_visibility)
        .service(report::bets_report)
        .service(results::sale_results)
        .service(results::sale_protocol)
        .service(bet_lists::list_my_bets)
        .service(evening::my_evening)
        .service(bet_lists::list_bets_of_catalog)
        .service(bet_lists::lot_history)
        .service(ladder::below_and_above)
        .service(ladder::bet_options)
        .service(bet_lists::list_bets_of_lot)
        .service(auctioneer::next_lot)
        .service(auctioneer::start_classic)
        .service(auctioneer::start_parallel)
        .service(auctioneer::sell_lot)
        .service(auctioneer::skip_lot)
        .service(auctioneer::previous_lot)
        .service(auctioneer::jump_to_lot)
        .service(auctioneer::join_lots)
        .service(auctioneer::correct_paddle)
        .service(auctioneer::finish_classic)
        .service(attention::lot_attention)
        .service(paddles::list_paddles)
        .service(paddles::add_paddle)
        .service(paddles::change_paddle)
        .service(paddles::delete_paddle)
        .service(auctioneer::half_step)
        .service(auctioneer::warn)
        .service(auctioneer::pause)
        .service(auctioneer::resume)
        .configure(chat::configure);
}
