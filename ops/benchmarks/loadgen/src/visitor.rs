//! A visitor's Socket.IO connection, in one room.

use anyhow::{Result, bail};

use crate::websocket::WebSocket;

/// Connects and joins the catalog's room, from an address of its own behind a trusted proxy.
pub async fn enter(host: &str, catalog: i64, index: usize) -> Result<WebSocket> {
    enter_since(host, catalog, index, None, |_| ()).await
}

/// Like [`enter`], but requests only the lots that changed after version `since`, and passes every message to `on`, starting
/// with the join's response.
pub async fn enter_since(
    host: &str,
    catalog: i64,
    index: usize,
    since: Option<u64>,
    mut on: impl FnMut(&str),
) -> Result<WebSocket> {
    let (high, low) = (index / 250, index % 250 + 1);
    let address = format!("X-Forwarded-For: 10.9.{high}.{low}\r\n");
    let path = "/socket.io/?EIO=4&transport=websocket";
    let mut socket = WebSocket::connect(host, path, &address).await?;
    expect(&mut socket, "0{", |_| ()).await?;
    socket.send("40/Chat,").await?;
    expect(&mut socket, "40/Chat,", |_| ()).await?;
    let since = since.map_or(String::new(), |version| format!(",{version}"));
    socket
        .send(&format!(
            r#"42/Chat,0["JoinAnon",{catalog},"guest {index}"{since}]"#
        ))
        .await?;
    expect(&mut socket, "43/Chat,0[", &mut on).await?;
    Ok(socket)
}

async fn expect(socket: &mut WebSocket, start: &str, mut on: impl FnMut(&str)) -> Result<()> {
    loop {
        let (mut found, mut refused, mut ping) = (false, None, false);
        socket
            .pump(|text| {
                found |= text.starts_with(start);
                ping |= text == "2";
                if text.starts_with("44") {
                    refused = Some(text.to_owned());
                }
                on(text);
            })
            .await?;
        if ping {
            socket.send("3").await?;
        }
        if let Some(refused) = refused {
            bail!("the server refused: {refused}");
        }
        if found {
            return Ok(());
        }
    }
}

/// The version of a `LotUpdate`, without parsing the rest.
pub fn version_of(text: &str) -> Option<usize> {
    let event = text.strip_prefix(r#"42/Chat,["LotUpdate","#)?;
    let digits = event.split_once(r#""version":"#)?.1;
    digits[..digits.find(',')?].parse().ok()
}
