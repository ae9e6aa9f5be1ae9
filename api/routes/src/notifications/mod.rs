//! `/api/notifications`: notifications, e-mail settings, subscriptions to lots, and browsers that get notices.

use utoipa_actix_web::service_config::ServiceConfig;

mod lots;
mod messages;
mod push;
mod settings;
mod unsubscribe;

pub use unsubscribe::configure_pages;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(lots::subscribed_lots)
        .service(lots::subscribe_to_lot)
        .service(lots::unsubscribe_from_lot)
        .service(messages::system_messages)
        .service(messages::publish_system_message)
        .service(messages::withdraw_system_message)
        .service(messages::my_messages)
        .service(messages::read_messages)
        .service(settings::notification_settings)
        .service(settings::change_notification_settings)
        .service(push::push_state)
        .service(push::switch_push_on)
        .service(push::switch_push_off);
}
