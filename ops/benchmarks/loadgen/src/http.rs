//! A keep-alive HTTP/1.1 connection, with just the features that the benchmarked servers use.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The header of a browser, which accepts compressed bodies.
pub const COMPRESSED: &str = "accept-encoding: gzip, deflate, br\r\n";

pub struct Connection {
    stream: TcpStream,
    host: String,
    buffer: Vec<u8>,
}

pub struct Answer<'a> {
    pub status: u16,
    /// Whether a smaller view of a picture came, because the one asked for was late.
    pub is_late: bool,
    pub body: &'a [u8],
}

impl Connection {
    pub async fn open(host: &str) -> Result<Self> {
        let stream = TcpStream::connect(host)
            .await
            .with_context(|| format!("no server at {host}"))?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            host: host.to_owned(),
            buffer: Vec::with_capacity(8192),
        })
    }

    /// Whether the server has not closed it since the last response.
    pub async fn is_open(&self) -> bool {
        let mut byte = [0];
        let closed = self.stream.peek(&mut byte);
        tokio::time::timeout(Duration::ZERO, closed).await.is_err()
    }

    /// Sends a JSON body and waits for the whole response. `headers` is empty or ends with CRLF.
    pub async fn post(&mut self, path: &str, headers: &str, body: &str) -> Result<Answer<'_>> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.exchange(&request).await
    }

    /// `headers` is empty or ends with CRLF.
    pub async fn get(&mut self, path: &str, headers: &str) -> Result<Answer<'_>> {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\n{headers}\r\n",
            self.host
        );
        self.exchange(&request).await
    }

    async fn exchange(&mut self, request: &str) -> Result<Answer<'_>> {
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                bail!("the server closed the connection");
            }
            let Some(end) = find(&self.buffer, b"\r\n\r\n") else {
                continue;
            };
            let head = std::str::from_utf8(&self.buffer[..end])?;
            let is_chunked = head
                .lines()
                .any(|line| line.eq_ignore_ascii_case("transfer-encoding: chunked"));
            if is_chunked && !self.buffer.ends_with(b"\r\n0\r\n\r\n") {
                continue;
            }
            // Nobody reads chunked bodies, so their chunks are not decoded.
            let length = head
                .lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
                .map_or(Ok(0), |(_, value)| value.trim().parse::<usize>())?;
            let body = end + 4;
            if self.buffer.len() < body + length {
                continue;
            }
            let is_late = head
                .lines()
                .any(|line| line.eq_ignore_ascii_case("server-timing: late"));
            let status = head.split(' ').nth(1).context("no status line")?.parse()?;
            return Ok(Answer {
                status,
                is_late,
                body: &self.buffer[body..body + length],
            });
        }
    }
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack
        .windows(needle.len())
        .position(|window| window == needle)
}
