//! A minimal WebSocket client: unfragmented text frames, no extensions. All connections of the thread read through one
//! scratch buffer, so an idle connection costs only its socket.

use anyhow::{Result, bail};
use std::{cell::RefCell, io, ops::Range};
use tokio::{io::AsyncWriteExt, net::TcpStream};

thread_local! {
    static SCRATCH: RefCell<Vec<u8>> = RefCell::new(vec![0; 256 * 1024]);
}

const TEXT: u8 = 1;
const CLOSE: u8 = 8;

pub struct WebSocket {
    stream: TcpStream,
    /// The start of a frame that has not arrived in full.
    left: Vec<u8>,
}

/// The opcode, payload and length of the frame at the start of `bytes`; `None` while it is incomplete.
fn frame(bytes: &[u8]) -> Option<(u8, Range<usize>, usize)> {
    let (opcode, length) = (bytes.first()? & 0x0f, usize::from(bytes.get(1)? & 0x7f));
    let (length, start) = match length {
        126 => (
            usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?)),
            4,
        ),
        127 => (
            usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?,
            10,
        ),
        length => (length, 2),
    };
    (bytes.len() >= start + length).then_some((opcode, start..start + length, start + length))
}

impl WebSocket {
    pub async fn connect(host: &str, path: &str, headers: &str) -> Result<Self> {
        let mut stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut left = vec![];
        let end = loop {
            if let Some(at) = left.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            stream.readable().await?;
            match stream.try_read_buf(&mut left) {
                Ok(0) => bail!(
                    "the server closed the connection during the upgrade: {}",
                    String::from_utf8_lossy(&left)
                ),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
        };
        if !left.starts_with(b"HTTP/1.1 101") {
            bail!(
                "the server refused the upgrade: {}",
                String::from_utf8_lossy(&left[..end])
            );
        }
        left.drain(..end);
        Ok(Self { stream, left })
    }

    pub async fn send(&mut self, text: &str) -> Result<()> {
        const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
        let mut bytes = vec![0x80 | TEXT];
        match text.len() {
            length @ 0..=125 => bytes.push(0x80 | length as u8),
            length @ 126..=0xffff => {
                bytes.push(0x80 | 126);
                bytes.extend((length as u16).to_be_bytes());
            }
            length => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend(MASK);
        bytes.extend(
            text.bytes()
                .zip(MASK.iter().cycle())
                .map(|(byte, mask)| byte ^ mask),
        );
        Ok(self.stream.write_all(&bytes).await?)
    }

    /// Waits for input and calls `on` for every complete text frame. A close frame or the end of the stream is an error.
    pub async fn pump(&mut self, mut on: impl FnMut(&str)) -> Result<()> {
        // Bytes that arrived together with the upgrade response.
        if !self.left.is_empty() {
            let left = std::mem::take(&mut self.left);
            let used = walk(&left, &mut on)?;
            self.left = left[used..].to_vec();
            if used > 0 {
                return Ok(());
            }
        }
        loop {
            self.stream.readable().await?;
            let read = SCRATCH.with_borrow_mut(|scratch| -> Result<bool> {
                let length = match self.stream.try_read(scratch) {
                    Ok(0) => bail!("the server closed the connection"),
                    Ok(length) => length,
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                    Err(error) => return Err(error.into()),
                };
                if self.left.is_empty() {
                    let used = walk(&scratch[..length], &mut on)?;
                    self.left.extend_from_slice(&scratch[used..length]);
                } else {
                    self.left.extend_from_slice(&scratch[..length]);
                    let used = walk(&self.left, &mut on)?;
                    self.left.drain(..used);
                }
                Ok(true)
            })?;
            if read {
                return Ok(());
            }
        }
    }
}

/// Calls `on` for every complete text frame; returns the number of bytes used.
fn walk(mut bytes: &[u8], on: &mut impl FnMut(&str)) -> Result<usize> {
    let all = bytes.len();
    while let Some((opcode, payload, length)) = frame(bytes) {
        match opcode {
            TEXT => on(std::str::from_utf8(&bytes[payload])?),
            CLOSE => bail!("the server sent a close frame"),
            _ => {}
        }
        bytes = &bytes[length..];
    }
    Ok(all - bytes.len())
}
