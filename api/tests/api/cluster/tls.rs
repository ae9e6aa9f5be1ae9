//! The connections between nodes: one for all commands, and only for those whose certificate the site's authority signed.

use std::path::{Path, PathBuf};

use cluster::Tls;
use config::{Config, NodeTls};
use reqwest::Client;
use rustls::{
    ClientConfig, RootCertStore, pki_types::CertificateDer, pki_types::pem::PemObject as _,
};

use super::end;
use crate::support::*;

/// A file of `certificates/`: `ca` signed `node`, and `stranger-ca` signed `stranger`, both for 127.0.0.1.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/api/cluster/certificates")
        .join(name)
}

fn with_tls(config: &mut Config) {
    config.node.as_mut().unwrap().tls = Some(NodeTls {
        certificate: file("node.pem"),
        key: file("node.key"),
        authority: file("ca.pem"),
    });
}

/// What a client of this certificate and key is, that trusts the site's authority.
fn client_of(name: &str) -> ClientConfig {
    let (certificate, key) = (file(&format!("{name}.pem")), file(&format!("{name}.key")));
    Tls::load(&certificate, &key, &file("ca.pem"))
        .unwrap()
        .client()
}

fn without_certificate() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_file(file("ca.pem")).unwrap())
        .unwrap();
    ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth()
}

async fn start(app: &App) {
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
}

#[actix_web::test]
async fn nodes_with_certificates_speak_with_each_other_and_with_nobody_else() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let here = App::node_as(&[("REDIS_URL", &server.url())], with_tls).await;
    let there = here.beside().await;
    start(&here).await;
    let mut value = 1000;
    for (app, who) in [(&here, ACCEPTED), (&there, ACCEPTED2)] {
        assert_eq!(app.bet(who, 10, 1001, value).await.ok()["code"], 0);
        value += 100;
    }
    for app in [&here, &there] {
        assert_eq!(app.get(VISITOR, "/readyz").await.text(), "ready\n");
    }

    let addresses = here.value("select jsonb_agg(address) from node").await;
    let address = addresses[0].as_str().unwrap();
    let ask = async |client: Client, scheme: &str| {
        let request = client.get(format!("{scheme}://{address}/who"));
        request.bearer_auth(NODE_SECRET).send().await
    };
    let encrypted = |tls: ClientConfig| {
        let client = Client::builder().tls_backend_preconfigured(tls);
        client.http2_prior_knowledge().build().unwrap()
    };
    let answer = ask(encrypted(client_of("node")), "https").await.unwrap();
    assert_eq!(
        (answer.status(), answer.version()),
        (reqwest::StatusCode::OK, reqwest::Version::HTTP_2)
    );
    // All of them know the secret.
    ask(encrypted(client_of("stranger")), "https")
        .await
        .unwrap_err();
    let mut without = without_certificate();
    without.alpn_protocols = vec![b"h2".to_vec()];
    ask(encrypted(without), "https").await.unwrap_err();
    ask(Client::new(), "http").await.unwrap_err();
    let plain = Client::builder().http2_prior_knowledge().build().unwrap();
    ask(plain, "http").await.unwrap_err();
    // A certificate does not replace the secret.
    let request = encrypted(client_of("node")).get(format!("https://{address}/who"));
    assert_eq!(request.send().await.unwrap().status(), 401);
    end([here, there]).await;
}

#[actix_web::test]
async fn a_node_of_another_authority_is_given_no_command() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let here = App::node_as(&[("REDIS_URL", &server.url())], with_tls).await;
    let stranger = here
        .beside_as(|config| {
            config.node.as_mut().unwrap().tls = Some(NodeTls {
                certificate: file("stranger.pem"),
                key: file("stranger.key"),
                authority: file("stranger-ca.pem"),
            });
        })
        .await;
    start(&here).await;
    // They are cut off from each other, so one of them gives its rooms up, and the other goes on.
    let ready = async |app: &App| app.get(VISITOR, "/readyz").await.status;
    until(async || {
        let both = [ready(&here).await, ready(&stranger).await];
        both.contains(&200) && both.contains(&503)
    })
    .await;
    let (one, other) = match ready(&here).await {
        200 => (&here, &stranger),
        _ => (&stranger, &here),
    };
    until(async || one.bet(ACCEPTED, 10, 1001, 1000).await.status == 200).await;
    assert_eq!(other.bet(ACCEPTED2, 10, 1001, 1100).await.status, 503);
    end([here, stranger]).await;
}

#[actix_web::test]
async fn all_commands_to_a_node_share_a_connection() {
    const COMMANDS: usize = 40;
    let Some(server) = RedisServer::start() else {
        return;
    };
    let here = App::node(&[("REDIS_URL", &server.url())]).await;
    let door = Door::open().await;
    let there = here.beside_as(|config| door.lead_to(config)).await;
    start(&here).await;
    there.control(MANAGER, "/api/catalog/10/hide").await.ok();
    there.control(MANAGER, "/api/catalog/10/show").await.ok();
    assert!(there.state.rooms.is_loaded(10), "it came");
    // Nothing is stored meanwhile, so all of them wait for their answers at once.
    let mut hold = there.pool.begin().await.unwrap();
    sqlx::query("select from lot_trade where lot_id = 1001 for update")
        .execute(&mut *hold)
        .await
        .unwrap();
    let bets = (0..COMMANDS).map(|n| {
        let who = [ACCEPTED, ACCEPTED2][n % 2];
        here.bet(who, 10, 1001, 1000 + 100 * n as i64)
    });
    let sending = futures_util::future::join_all(bets);
    let releasing = async {
        until(async || there.state.rooms.waiting(10) == COMMANDS).await;
        hold.rollback().await.unwrap();
    };
    let (answers, ()) = futures_util::join!(sending, releasing);
    for answer in answers {
        assert_eq!(answer.ok()["codeSet"], "bet");
    }
    // Theirs, and those by which both nodes try whether the door is open.
    assert!(door.most_at_once() <= 5, "{}", door.most_at_once());
    end([here, there]).await;
}

#[test]
fn files_that_are_of_no_use_are_named() {
    let load = |certificate: &str, key: &str, authority: &str| {
        // The first test of the process installs it, and the others fail to.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let loaded = Tls::load(&file(certificate), &file(key), &file(authority));
        loaded.err().map(|error| error.to_string())
    };
    assert_eq!(load("node.pem", "node.key", "ca.pem"), None);
    for (error, begins) in [
        (load("none.pem", "node.key", "ca.pem"), "NODE_TLS_CERT: "),
        (load("node.key", "node.key", "ca.pem"), "NODE_TLS_CERT: "),
        (load("node.pem", "node.pem", "ca.pem"), "NODE_TLS_KEY: "),
        (load("node.pem", "node.key", "node.key"), "NODE_TLS_CA: "),
        (
            load("node.pem", "stranger.key", "ca.pem"),
            "NODE_TLS_CERT and NODE_TLS_KEY: ",
        ),
    ] {
        let error = error.expect(begins);
        assert!(error.starts_with(begins), "{error}");
    }
}
