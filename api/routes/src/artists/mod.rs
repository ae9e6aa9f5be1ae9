//! `/api/artists`: pages about the authors of lots, with a biography and pictures.

use utoipa_actix_web::service_config::ServiceConfig;

mod edit;
mod list;
mod merge;
mod pictures;
mod works;

pub fn configure(cfg: &mut ServiceConfig) {
    // The literal path «letters» comes before those with an id.
    cfg.service(list::list_artists)
        .service(list::artist_letters)
        .service(list::search_artists)
        .service(pictures::artist_image)
        .service(list::one_artist)
        .service(works::artist_works)
        .service(works::artist_summary)
        .service(edit::save_artist)
        .service(edit::delete_artist)
        .service(merge::merge_artists)
        .service(pictures::add_artist_images)
        .service(pictures::remove_artist_images);
}
