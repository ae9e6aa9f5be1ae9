//! `/api/news`: news of the platform and its houses.
//!
//! Drafts and scheduled news exist only for those who may edit news of the house: its newsmakers, managers and owners,
//! and admins. Only admins edit the platform's own news.

use utoipa_actix_web::service_config::ServiceConfig;

mod edit;
pub mod list;
mod pictures;

pub fn configure(cfg: &mut ServiceConfig) {
    // The literal path comes before the page of a kind, which also has two segments.
    cfg.service(list::all_news)
        .service(list::platform_news)
        .service(list::house_news)
        .service(list::one_news)
        .service(pictures::news_image)
        .service(list::news_of_kind)
        .service(edit::save_news)
        .service(edit::delete_news)
        .service(pictures::set_news_image)
        .service(pictures::remove_news_image);
}
