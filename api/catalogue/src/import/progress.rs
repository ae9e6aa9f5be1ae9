//! Progress of an import, line by line, for the person who started it. The import continues if they leave.

use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::mpsc;

use contract::dto::{ImportEnd, ImportLine, ImportProgress, Stage};

/// Minimum interval between lines.
const PAUSE: Duration = Duration::from_millis(300);
/// Capacity of the queue to a slow reader. Lines beyond it are dropped, except the last.
const WAITING: usize = 16;

pub struct Progress {
    lines: mpsc::Sender<Bytes>,
    said: Option<(Stage, Instant)>,
}

impl Progress {
    /// A reporter, and the receiver of its lines.
    pub fn new() -> (Self, mpsc::Receiver<Bytes>) {
        let (lines, receiver) = mpsc::channel(WAITING);
        (Self { lines, said: None }, receiver)
    }

    pub fn at(&mut self, stage: Stage, done: usize, total: usize) {
        let soon = self
            .said
            .is_some_and(|(said, at)| said == stage && at.elapsed() < PAUSE);
        if soon && done < total {
            return;
        }
        self.said = Some((stage, Instant::now()));
        let line = ImportLine::Progress(ImportProgress { stage, done, total });
        let _ = self.lines.try_send(line_of(&line));
    }

    /// Sends the last line.
    pub async fn end(self, end: ImportEnd) {
        let _ = self
            .lines
            .send(line_of(&ImportLine::End(Box::new(end))))
            .await;
    }
}

fn line_of(line: &ImportLine) -> Bytes {
    let mut line = serde_json::to_vec(line).expect("import lines serialise to JSON");
    line.push(b'\n');
    line.into()
}
