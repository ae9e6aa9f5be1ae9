//! The gateway alone, on one worker, for measuring its fan-out. Everyone may join, and `POST /trigger` publishes the
//! lot state in its body. `PORT` selects the loopback port.

use std::sync::Arc;

use actix_web::{App, HttpResponse, dev::Server, web};
use async_trait::async_trait;
use room_server::{
    Payload,
    gateway::{self, Backend, CatalogHead, Hub, Identity, Refused, Settings, Snapshot},
};
use serde::Deserialize;
use time::OffsetDateTime;

struct Everybody;

#[async_trait]
impl Backend for Everybody {
    async fn authenticate(&self, _token: &str) -> Result<Identity, Refused> {
        Err(Refused::NotAuthenticated)
    }

    async fn join(
        &self,
        catalog_id: i64,
        _identity: Option<&Identity>,
        _since_version: Option<i64>,
    ) -> Result<Snapshot, Refused> {
        Ok(Snapshot {
            server_time: OffsetDateTime::now_utc(),
            catalog: CatalogHead::running(catalog_id, 0),
            lots: vec![],
            my_participant: None,
            remote_members: 0,
        })
    }

    async fn send_chat(
        &self,
        _catalog_id: i64,
        _identity: &Identity,
        _text: &str,
    ) -> Result<Payload, Refused> {
        Err(Refused::NotFound)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Key {
    catalog_id: i64,
    lot_id: i64,
    version: i64,
}

async fn trigger(body: String, hub: web::Data<Hub>) -> actix_web::Result<HttpResponse> {
    let key: Key = serde_json::from_str(&body)?;
    let lot = Payload::parse(body)?;
    hub.publish_lot(key.catalog_id, key.lot_id, key.version, &lot);
    Ok(HttpResponse::NoContent().finish())
}

#[actix_web::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port: u16 = std::env::var("PORT")?.parse()?;
    let hub = Hub::new(Settings {
        // All clients come from this machine.
        sockets_per_address: usize::MAX,
        ..Settings::default()
    });
    let listeners = gateway::listen(("127.0.0.1", port))?;
    let builder = Server::build().workers(1).max_concurrent_connections(8192);
    let app = move || {
        App::new()
            .app_data(web::Data::new(hub.clone()))
            .route("/trigger", web::post().to(trigger))
            .configure(gateway::routes(hub.clone(), Arc::new(Everybody)))
    };
    gateway::serve(listeners, builder, app)?.await?;
    Ok(())
}
