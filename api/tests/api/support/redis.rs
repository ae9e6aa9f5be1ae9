//! A Redis for a test, on a loopback port of its own.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long Redis may take to start.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Stopped when dropped; it keeps nothing on disk.
pub struct RedisServer {
    process: Child,
    folder: tempfile::TempDir,
    port: u16,
}

impl RedisServer {
    /// None on a machine without Redis: the test says so and does not run.
    pub fn start() -> Option<Self> {
        let is_here = Command::new("redis-server")
            .arg("--version")
            .stdout(Stdio::null())
            .status();
        if is_here.is_err() {
            println!("not run: redis-server is not installed");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        // Another process may take the port in between.
        for _ in 0..5 {
            let port = TcpListener::bind("127.0.0.1:0")
                .and_then(|listener| listener.local_addr())
                .unwrap()
                .port();
            if let Some(process) = launch(port, folder.path()) {
                return Some(Self {
                    process,
                    folder,
                    port,
                });
            }
        }
        panic!("Redis does not start");
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts it again after [`Self::kill`], empty.
    pub fn restart(&mut self) {
        self.process = launch(self.port, self.folder.path()).expect("the port is free");
    }

    /// It keeps its connections, and answers nothing until [`Self::thaw`].
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.process.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// None if the process ends at once, as it does when the port is taken.
fn launch(port: u16, folder: &std::path::Path) -> Option<Child> {
    let mut process = Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .arg("--port")
        .arg(port.to_string())
        .arg("--dir")
        .arg(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        if process.try_wait().unwrap().is_some() {
            return None;
        }
        assert!(began.elapsed() < TIMEOUT, "Redis does not answer");
        std::thread::yield_now();
    }
    Some(process)
}
