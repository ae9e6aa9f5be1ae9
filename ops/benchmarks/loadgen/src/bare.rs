//! The least that a server must do for `fanout`: one `send` per client, in a loop over blocking sockets, of a frame that is
//! made once. No pings, no queues, no limits; a client that does not read stops it for all.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use anyhow::{Context, Result, bail};
use clap::Parser;

#[derive(Parser)]
pub struct Args {
    /// Loopback port to listen on
    #[arg(long, env = "PORT")]
    port: u16,
}

type Members = Arc<Mutex<Vec<TcpStream>>>;

/// Serves until the process is killed.
pub fn run(args: &Args) -> Result<serde_json::Value> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port))?;
    let members = Members::default();
    for stream in listener.incoming() {
        let (stream, members) = (stream?, Arc::clone(&members));
        // Ends once the client has joined.
        thread::spawn(move || {
            if let Err(error) = serve(stream, &members) {
                eprintln!("a connection ended: {error:#}");
            }
        });
    }
    bail!("the listener ended")
}

fn serve(stream: TcpStream, members: &Members) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::with_capacity(512, stream.try_clone()?);
    while let Some(head) = head(&mut reader)? {
        if head.starts_with("GET /socket.io/") {
            join(&mut reader, &stream)?;
            members.lock().expect("no thread panicked").push(stream);
            return Ok(());
        }
        let mut body = vec![0; length(&head)?];
        reader.read_exact(&mut body)?;
        if head.starts_with("POST /trigger") {
            publish(&body, members)?;
        }
        (&stream).write_all(b"HTTP/1.1 204 No Content\r\n\r\n")?;
    }
    Ok(())
}

/// The head of a request; `None` at the end of the stream.
fn head(reader: &mut impl BufRead) -> Result<Option<String>> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Ok(None);
        }
    }
    Ok(Some(head))
}

fn length(head: &str) -> Result<usize> {
    let given = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.trim())
    });
    given
        .map_or(Ok(0), str::parse)
        .context("a content length that is no number")
}

/// Answers the handshake and whatever the client asks, which is to enter `/Chat` and to join a room.
fn join(reader: &mut impl Read, mut stream: &TcpStream) -> Result<()> {
    // The load generator does not check Sec-WebSocket-Accept.
    let upgrade =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
    stream.write_all(upgrade.as_bytes())?;
    stream.write_all(&frame(b"0{}"))?;
    for answer in [r#"40/Chat,{"sid":"1"}"#, r#"43/Chat,0[{"ok":true}]"#] {
        skip_frame(reader)?;
        stream.write_all(&frame(answer.as_bytes()))?;
    }
    Ok(())
}

/// Reads a masked frame of at most 64 KiB.
fn skip_frame(reader: &mut impl Read) -> Result<()> {
    let mut start = [0; 2];
    reader.read_exact(&mut start)?;
    let length = match start[1] & 0x7f {
        126 => {
            let mut length = [0; 2];
            reader.read_exact(&mut length)?;
            u16::from_be_bytes(length)
        }
        127 => bail!("a frame of more than 64 KiB"),
        length => u16::from(length),
    };
    let mut masked = vec![0; 4 + usize::from(length)];
    Ok(reader.read_exact(&mut masked)?)
}

fn publish(lot: &[u8], members: &Members) -> Result<()> {
    let update = frame(&[br#"42/Chat,["LotUpdate","#, lot, b"]"].concat());
    for mut member in members.lock().expect("no thread panicked").iter() {
        member.write_all(&update)?;
    }
    Ok(())
}

/// A text frame of at most 64 KiB.
fn frame(text: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x81];
    match u8::try_from(text.len()) {
        Ok(length @ ..126) => frame.push(length),
        _ => {
            let length = u16::try_from(text.len()).expect("a short text");
            frame.push(126);
            frame.extend(length.to_be_bytes());
        }
    }
    frame.extend(text);
    frame
}
