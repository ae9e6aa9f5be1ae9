//! The REST calls of the auction platform, by resource.
//!
//! Errors are [`contract::error::ApiError`], callers [`application::caller::Caller`] and [`application::caller::Member`], bodies
//! [`contract::dto`].
//!
//! To add a resource, write a module with `pub fn configure(cfg: &mut ServiceConfig)` that registers handlers annotated
//! with `#[utoipa::path]`, and add it below. Handlers write their paths in full in `#[get("/api/…")]`.

use utoipa_actix_web::service_config::ServiceConfig;

pub mod accounts;
pub mod artists;
pub mod auth;
pub mod authors;
pub mod banners;
pub mod catalogs;
pub mod classificator;
pub mod consents;
pub mod docs;
pub mod external;
pub mod favourites;
pub mod help;
pub mod houses;
pub mod images;
pub mod journal;
mod letter_page;
pub mod login_pass;
pub mod lots;
pub mod news;
pub mod notifications;
pub mod partners;
pub mod price_queries;
pub mod saved_searches;
pub mod site;
pub mod subscriptions;
pub mod suggestions;
pub mod synonyms;
pub mod system;
pub mod uploads;

/// Registers every call.
pub fn configure(cfg: &mut ServiceConfig) {
    cfg.configure(site::configure)
        .configure(auth::configure)
        .configure(images::configure)
        .configure(uploads::configure)
        .configure(accounts::configure)
        .configure(consents::configure)
        .configure(journal::configure)
        .configure(houses::configure)
        .configure(classificator::configure)
        .configure(external::configure)
        .configure(authors::configure)
        .configure(catalogs::configure)
        .configure(lots::configure)
        .configure(suggestions::configure)
        .configure(favourites::configure)
        .configure(news::configure)
        .configure(artists::configure)
        .configure(banners::configure)
        .configure(help::configure)
        .configure(partners::configure)
        .configure(synonyms::configure)
        .configure(system::configure)
        .configure(saved_searches::configure)
        .configure(subscriptions::configure)
        .configure(price_queries::configure)
        .configure(notifications::configure);
}
