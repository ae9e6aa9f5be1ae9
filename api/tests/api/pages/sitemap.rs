//! Sitemaps.

use tokio::io::AsyncWriteExt as _;

use super::{between, said, site};
use crate::support::*;

#[actix_web::test]
async fn slow_readers_of_a_sitemap_block_nobody() {
    let (app, _dir) = site().await;
    app
        .sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
             select 100000 + n, 1, 10, 100 + n, repeat('щ', 30) || n, 100 from generate_series(1, 40000) as n",
        )
        .await;
    search_indexer::listing::rebuild(&app.pool).await.unwrap();
    // The answer is larger than the socket buffers, and more clients do not read it than there are database
    // connections.
    let mut slow = Vec::new();
    for _ in 0..app.pool.options().get_max_connections() + 2 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket
            .connect(app.address().parse().unwrap())
            .await
            .unwrap();
        stream
            .write_all(b"GET /sitemap/lots-2.xml HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .await
            .unwrap();
        slow.push(stream);
    }
    let reading = app.get(VISITOR, "/sitemap/lots-2.xml");
    let whole = tokio::time::timeout(std::time::Duration::from_secs(60), reading)
        .await
        .expect("it waits for none of them");
    assert_eq!(whole.text().matches("<url>").count(), 40_000);
    assert!(whole.text().ends_with("</urlset>\n"));
    drop(slow);
    app.end().await;
}

#[actix_web::test]
async fn sitemaps_list_only_what_is_public() {
    let (app, _dir) = site().await;
    app
        .sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
             select 100000 + n, 1, 10, 100 + n, 'Лист ' || n, 100 from generate_series(1, 1234) as n;
             update house set is_gallery = true where id = 1",
        )
        .await;
    search_indexer::listing::rebuild(&app.pool).await.unwrap();
    let get = async |path: &str| {
        let reply = app.get(VISITOR, path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        assert_eq!(
            reply.headers["content-type"],
            "application/xml; charset=utf-8"
        );
        reply.text()
    };
    let robots = app.get(VISITOR, "/robots.txt").await;
    assert_eq!(robots.headers["content-type"], "text/plain; charset=utf-8");
    assert!(
        robots
            .text()
            .contains("\nSitemap: https://auction.example/sitemap.xml\n")
    );
    assert!(robots.text().contains("\nDisallow: /admin\n"));

    let index = get("/sitemap.xml").await;
    let parts = between(&index, "<loc>https://auction.example", "</loc>");
    assert_eq!(
        parts,
        [
            "/sitemap/pages.xml",
            "/sitemap/auctions-0.xml",
            "/sitemap/lots-0.xml",
            "/sitemap/lots-2.xml"
        ]
    );
    let mut addresses = Vec::new();
    for part in parts {
        let xml = get(part).await;
        assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns="));
        assert!(xml.ends_with("</urlset>\n"));
        let entries = between(&xml, "<url>", "</url>");
        assert!(entries.len() <= 50_000);
        for entry in entries {
            let address = between(entry, "<loc>https://auction.example", "</loc>")[0];
            if part != "/sitemap/pages.xml" {
                let changed = between(entry, "<lastmod>", "</lastmod>")[0];
                assert!(changed.ends_with('Z') && changed.len() == 20, "{changed}");
            }
            addresses.push(address.to_owned());
        }
    }
    for there in [
        "/",
        "/auctions",
        "/category/10.1/peyzazh",
        "/auction-house/1/pervyy-dom",
        "/auction-house/1/gallery/pervyy-dom",
        "/auction/10/vesennie-torgi",
        "/lot/1001/morskoy-peyzazh-s-parusnikom",
        "/lot/100001/list-1",
        "/lot/101234/list-1234",
    ] {
        assert!(addresses.iter().any(|address| address == there), "{there}");
    }
    for hidden in [
        "/lot/1004/",
        "/lot/1401/",
        "/lot/1701/",
        "/auction/14/",
        "/auction/17/",
        "/account",
        "/admin",
    ] {
        assert!(
            !addresses.iter().any(|address| address.starts_with(hidden)),
            "{hidden}"
        );
    }
    let count = addresses.len();
    addresses.sort();
    addresses.dedup();
    assert_eq!(addresses.len(), count, "an address twice");
    // Every address is the canonical one.
    for address in addresses
        .iter()
        .filter(|address| !address.starts_with("/lot/10"))
    {
        let page = said(&app.get(VISITOR, address).await, 200);
        assert_eq!(
            page.canonical,
            Some(format!("https://auction.example{address}"))
        );
    }
    for path in [
        "/sitemap/lots-x.xml",
        "/sitemap/lots--1.xml",
        "/sitemap/lots-9223372036854775807.xml",
        "/sitemap/x.xml",
    ] {
        app.get(VISITOR, path).await.expect(404);
    }
    let empty = get("/sitemap/lots-1.xml").await;
    assert_eq!(empty.matches("<url>").count(), 0);
    app.end().await;
}
