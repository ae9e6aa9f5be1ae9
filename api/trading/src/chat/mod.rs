//! The chat of a catalog (`/api/chat`): its history and member count. Messages are sent through the socket `/Chat`.

use utoipa_actix_web::service_config::ServiceConfig;

mod count;
mod moderation;
mod search;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(search::search_chat)
        .service(moderation::hide_message)
        .service(moderation::mute_author)
        .service(count::count_members);
}
