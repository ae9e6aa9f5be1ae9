//! The auction's gateway without an auction: a server whose rooms publish what standard input dictates. The tests with
//! the official client run it (`ops/conformance`).
//!
//! Each line of input is one JSON object: `{"catalogId", "lotId", "version"}`, `{"catalogId", "version"}`, `{"notify":
//! userId, "subject", "text"}` or `{"close": sessionId}`. A snapshot contains everything published. Tokens are numbers;
//! a token's user and session have the same number. The server stops at the end of its input.

use std::{
    collections::BTreeMap,
    io::BufRead,
    sync::{Arc, Mutex},
};

use actix_web::{App, dev::Server};
use async_trait::async_trait;
use clap::Parser;
use room_server::{
    Payload,
    gateway::{self, Backend, CatalogHead, Hub, Identity, Refused, Settings, Snapshot},
};
use serde::Deserialize;
use serde_json::{Value, json};
use time::OffsetDateTime;

/// Serves the gateway at /socket.io/, on loopback.
#[derive(Parser)]
struct Arguments {
    /// Loopback port; 0 picks a free one. The server prints the port in use.
    #[arg(long, default_value_t = 0)]
    port: u16,
}

#[derive(Deserialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum Cue {
    Lot {
        catalog_id: i64,
        lot_id: i64,
        version: i64,
    },
    Catalog {
        catalog_id: i64,
        version: i64,
    },
    Notify {
        notify: i64,
        subject: String,
        text: String,
    },
    Close {
        close: i64,
    },
}

struct Stage {
    hub: Hub,
    catalogs: Mutex<BTreeMap<i64, Catalog>>,
}

#[derive(Default)]
struct Catalog {
    version: i64,
    lots: BTreeMap<i64, Value>,
}

impl Stage {
    fn perform(&self, cue: Cue) -> serde_json::Result<()> {
        // The snapshot is updated before publication, like a commit.
        match cue {
            Cue::Lot {
                catalog_id,
                lot_id,
                version,
            } => {
                let lot = json!({"catalogId": catalog_id, "lotId": lot_id, "version": version});
                let update = Payload::encode(&lot)?;
                self.change(catalog_id, version, |catalog| {
                    catalog.lots.insert(lot_id, lot);
                });
                self.hub.publish_lot(catalog_id, lot_id, version, &update);
            }
            Cue::Catalog {
                catalog_id,
                version,
            } => {
                let status = json!({"catalogId": catalog_id, "version": version, "state": 2});
                let update = Payload::encode(&status)?;
                self.change(catalog_id, version, |_| ());
                self.hub.publish_catalog(catalog_id, version, &update);
            }
            Cue::Notify {
                notify,
                subject,
                text,
            } => self.hub.notify_user(notify, &subject, &text),
            Cue::Close { close } => self.hub.close_session(close),
        }
        Ok(())
    }

    fn change(&self, catalog_id: i64, version: i64, change: impl FnOnce(&mut Catalog)) {
        let mut catalogs = self.catalogs.lock().expect("no panic while locked");
        let catalog = catalogs.entry(catalog_id).or_default();
        catalog.version = version;
        change(catalog);
    }
}

#[async_trait]
impl Backend for Stage {
    async fn authenticate(&self, token: &str) -> Result<Identity, Refused> {
        let number = token.parse().map_err(|_| Refused::NotAuthenticated)?;
        Ok(Identity {
            user_id: number,
            session_id: number,
        })
    }

    async fn join(
        &self,
        catalog_id: i64,
        _: Option<&Identity>,
        _: Option<i64>,
    ) -> Result<Snapshot, Refused> {
        let catalogs = self.catalogs.lock().expect("no panic while locked");
        let catalog = catalogs.get(&catalog_id).ok_or(Refused::NotFound)?;
        let lots = catalog.lots.values().map(Payload::encode);
        Ok(Snapshot {
            server_time: OffsetDateTime::now_utc(),
            catalog: CatalogHead::running(catalog_id, catalog.version),
            lots: lots
                .collect::<Result<_, _>>()
                .map_err(|_| Refused::Unavailable)?,
            my_participant: None,
            remote_members: 0,
        })
    }

    async fn send_chat(
        &self,
        catalog_id: i64,
        identity: &Identity,
        text: &str,
    ) -> Result<Payload, Refused> {
        let message = json!({"catalogId": catalog_id, "userId": identity.user_id, "text": text});
        let message = Payload::encode(&message).map_err(|_| Refused::Unavailable)?;
        self.hub.publish_chat(catalog_id, &message);
        Ok(message)
    }
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let Arguments { port } = Arguments::parse();
    let hub = Hub::new(Settings::default());
    let stage = Arc::new(Stage {
        hub: hub.clone(),
        catalogs: Mutex::default(),
    });
    let backend = Arc::clone(&stage);
    let listeners = gateway::listen(("127.0.0.1", port))?;
    println!("ready: http://{}", listeners[0].local_addr()?);
    let server = gateway::serve(listeners, Server::build().workers(2), move || {
        App::new().configure(gateway::routes(hub.clone(), Arc::clone(&backend) as _))
    })?;
    let handle = server.handle();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let performed = serde_json::from_str(&line).and_then(|cue| stage.perform(cue));
            if let Err(error) = performed {
                eprintln!("{line}: {error}");
            }
        }
        stage.hub.close_all();
        drop(handle.stop(true));
    });
    server.await
}
