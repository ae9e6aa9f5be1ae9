//! `/api/accounts`, `/api/admin/accounts`, `/api/settings`: people, their contacts, rights, logins, tokens and settings.

use utoipa_actix_web::service_config::ServiceConfig;

mod admin_contacts;
mod contacts;
mod create;
mod delete;
mod developer;
mod export;
mod invitations;
mod list;
mod merge;
mod profile;
mod second_factor;
mod sessions;
mod settings;
mod staff;
mod stop_page;
mod tokens;
mod untrusted;

pub use sessions::end_session;
pub use stop_page::configure_pages;

/// Literal paths are registered before those with an id.
pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(sessions::sessions)
        .service(sessions::delete_sessions)
        .service(sessions::delete_session)
        .service(sessions::sessions_of)
        .service(sessions::delete_sessions_of)
        .service(second_factor::second_factor_state)
        .service(second_factor::begin_second_factor)
        .service(second_factor::accept_second_factor)
        .service(second_factor::prove_second_factor)
        .service(second_factor::new_recovery_codes)
        .service(second_factor::delete_second_factor)
        .service(untrusted::untrusted)
        .service(untrusted::add_untrusted)
        .service(untrusted::remove_untrusted)
        .service(contacts::change_phone)
        .service(contacts::change_email)
        .service(contacts::prove_old_contact)
        .service(contacts::accept_change)
        .service(contacts::waiting_changes)
        .service(contacts::withdraw_change)
        .service(admin_contacts::admin_change_phone)
        .service(admin_contacts::admin_change_email)
        .service(profile::update_profile)
        .service(settings::staff_settings)
        .service(settings::keep_staff_setting)
        .service(export::export_account)
        .service(list::list_accounts)
        .service(list::export_accounts)
        .service(merge::compare_accounts)
        .service(merge::merge_accounts)
        .service(create::create_account)
        .service(create::create_raw_account)
        .service(staff::register_manager)
        .service(staff::unregister_manager)
        .service(staff::register_owner)
        .service(staff::unregister_owner)
        .service(staff::register_newsmaker)
        .service(staff::unregister_newsmaker)
        .service(staff::register_auctioneer)
        .service(staff::unregister_auctioneer)
        .service(invitations::my_invitations)
        .service(invitations::accept_invitation)
        .service(invitations::decline_invitation)
        .service(invitations::my_posts)
        .service(invitations::set_shown)
        .service(developer::register_developer)
        .service(developer::unregister_developer)
        .service(developer::give_leave)
        .service(tokens::list_tokens)
        .service(tokens::revoke_token)
        .service(tokens::issue_token)
        .service(delete::restore_account)
        .service(delete::delete_account);
}
