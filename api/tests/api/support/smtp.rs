//! A mail server for a test, which misbehaves on demand.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// A moment of the dialogue with a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Greeting,
    Recipient,
    /// After the whole letter.
    Letter,
}

/// What the server does to one connection, instead of accepting its letters.
#[derive(Debug, Clone, Copy)]
pub enum Mischief {
    /// Says this line.
    Answers(Stage, &'static str),
    /// Falls silent, and keeps the connection open.
    Hangs(Stage),
    /// Closes the connection.
    Leaves(Stage),
}

/// A letter that arrived whole, whether or not its sender got the answer.
#[derive(Debug)]
pub struct Received {
    pub from: String,
    pub to: String,
    /// Headers and body as they were sent, lines ended by `\n`.
    pub raw: String,
}

pub struct Sink {
    pub address: SocketAddr,
    plan: Arc<Mutex<VecDeque<Mischief>>>,
    received: mpsc::UnboundedReceiver<Received>,
}

impl Sink {
    pub async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let plan: Arc<Mutex<VecDeque<Mischief>>> = Arc::default();
        let (sender, received) = mpsc::unbounded_channel();
        let mischief = plan.clone();
        actix_web::rt::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mischief = mischief.lock().unwrap().pop_front();
                let sender = sender.clone();
                actix_web::rt::spawn(async move {
                    // A client that disconnects early ends only its own dialogue.
                    let _ = talk(stream, mischief, &sender).await;
                });
            }
        });
        Self {
            address,
            plan,
            received,
        }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The next connections meet these, in order.
    pub fn misbehaves(&self, mischief: &[Mischief]) {
        self.plan.lock().unwrap().extend(mischief);
    }

    /// How many mischiefs are left.
    pub fn misbehaves_yet(&self) -> usize {
        self.plan.lock().unwrap().len()
    }

    /// Waits for the next letter.
    pub async fn letter(&mut self) -> Received {
        self.received.recv().await.unwrap()
    }

    /// Whether every letter that arrived has been read.
    pub fn is_empty(&mut self) -> bool {
        self.received.try_recv().is_err()
    }
}

async fn talk(
    stream: TcpStream,
    mischief: Option<Mischief>,
    received: &mpsc::UnboundedSender<Received>,
) -> std::io::Result<()> {
    let (reading, mut writing) = stream.into_split();
    let mut lines = BufReader::new(reading).lines();
    let at = |stage: Stage, good: &'static str| match mischief {
        Some(Mischief::Answers(when, line)) if when == stage => Some(line),
        Some(Mischief::Hangs(when) | Mischief::Leaves(when)) if when == stage => None,
        _ => Some(good),
    };
    let mut answer = at(Stage::Greeting, "220 sink");
    let (mut from, mut to) = (String::new(), String::new());
    loop {
        match answer {
            Some(line) => writing.write_all(format!("{line}\r\n").as_bytes()).await?,
            None if matches!(mischief, Some(Mischief::Leaves(_))) => return Ok(()),
            // Until the client gives up.
            None => while lines.next_line().await?.is_some() {},
        }
        let Some(line) = lines.next_line().await? else {
            return Ok(());
        };
        answer = if let Some(address) = line.strip_prefix("MAIL FROM:") {
            from = address.to_owned();
            Some("250 ok")
        } else if let Some(address) = line.strip_prefix("RCPT TO:") {
            to = address.to_owned();
            at(Stage::Recipient, "250 ok")
        } else if line == "DATA" {
            writing.write_all(b"354 go on\r\n").await?;
            let mut raw = String::new();
            while let Some(line) = lines.next_line().await? {
                if line == "." {
                    break;
                }
                assert!(line.len() <= 998, "a line too long for SMTP");
                raw.push_str(line.strip_prefix('.').unwrap_or(&line));
                raw.push('\n');
            }
            let letter = Received {
                from: from.clone(),
                to: to.clone(),
                raw,
            };
            let _ = received.send(letter);
            at(Stage::Letter, "250 taken")
        } else if line == "QUIT" {
            Some("221 bye")
        } else {
            Some("250 ok")
        };
    }
}

impl Received {
    /// The value of a header, unfolded.
    pub fn header(&self, name: &str) -> Option<String> {
        let head = self.raw.split("\n\n").next().unwrap();
        let unfolded = head.replace("\n ", " ").replace("\n\t", " ");
        unfolded.lines().find_map(|line| {
            line.strip_prefix(name)?
                .strip_prefix(": ")
                .map(str::to_owned)
        })
    }

    /// The part of this type, decoded.
    pub fn part(&self, kind: &str) -> String {
        let boundary = self.header("Content-Type").unwrap();
        let boundary = boundary.split('"').nth(1).unwrap();
        let part = self
            .raw
            .split(&format!("--{boundary}"))
            .find(|part| part.contains(&format!("Content-Type: {kind}")))
            .unwrap_or_else(|| panic!("no {kind} in {}", self.raw));
        let (head, body) = part.trim_start().split_once("\n\n").unwrap();
        let bytes = if head.contains("base64") {
            base64(body)
        } else if head.contains("quoted-printable") {
            quoted_printable(body)
        } else {
            body.as_bytes().to_vec()
        };
        String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
    }
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut buffer, mut bits) = (0_u32, 0);
    for byte in text.bytes() {
        let Some(digit) = DIGITS.iter().position(|digit| *digit == byte) else {
            continue;
        };
        buffer = (buffer << 6 | digit as u32) & 0xff_ffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
        }
    }
    bytes
}

fn quoted_printable(text: &str) -> Vec<u8> {
    let text = text.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first == b'=' {
            let digits = std::str::from_utf8(&rest[..2]).unwrap();
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
            rest = &rest[2..];
        } else {
            bytes.push(*first);
        }
    }
    bytes
}
