//! A small HTTP server in the place of the engine, which answers as a test says.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A request as the test sees it.
#[derive(Debug, Clone)]
pub struct Request {
    /// «POST /indexes/lots/documents?primaryKey=id»
    pub line: String,
    pub body: Value,
}

impl Request {
    pub fn is(&self, beginning: &str) -> bool {
        self.line.starts_with(beginning)
    }
}

pub enum Answer {
    Json(u16, Value),
    /// The request was read, and the connection ends without an answer.
    Lost,
    /// No answer ever comes.
    Never,
}

type Answers = dyn Fn(&Request) -> Answer + Send + Sync;

pub struct Stub {
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Stub {
    pub async fn start(answers: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (seen, answers): (_, Arc<Answers>) = (requests.clone(), Arc::new(answers));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, seen.clone(), answers.clone()));
            }
        });
        Self { url, requests }
    }

    /// How many requests began so.
    pub fn count(&self, beginning: &str) -> usize {
        let requests = self.requests.lock().unwrap();
        requests
            .iter()
            .filter(|request| request.is(beginning))
            .count()
    }

    /// The bodies of the requests that began so.
    pub fn bodies(&self, beginning: &str) -> Vec<Value> {
        let requests = self.requests.lock().unwrap();
        let these = requests.iter().filter(|request| request.is(beginning));
        these.map(|request| request.body.clone()).collect()
    }
}

async fn serve(mut stream: TcpStream, seen: Arc<Mutex<Vec<Request>>>, answers: Arc<Answers>) {
    while let Some(request) = read(&mut stream).await {
        seen.lock().unwrap().push(request.clone());
        match answers(&request) {
            Answer::Json(status, body) => {
                let body = body.to_string();
                let head = format!(
                    "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
                    body.len()
                );
                let written = stream.write_all((head + &body).as_bytes()).await;
                if written.is_err() {
                    return;
                }
            }
            Answer::Lost => return,
            Answer::Never => std::future::pending().await,
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).ok()?;
    let line = head
        .lines()
        .next()?
        .trim_end_matches(" HTTP/1.1")
        .to_owned();
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse::<usize>().ok())?
    });
    let mut body = vec![0; length.unwrap_or_default()];
    stream.read_exact(&mut body).await.ok()?;
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Some(Request { line, body })
}

const AT: &str = "2026-01-01T00:00:00Z";

/// The answer to a change: a task with this number.
pub fn accepted(task: u64) -> Answer {
    Answer::Json(202, enqueued(task))
}

/// The answer to a request to cancel tasks: a task, too.
pub fn canceling(task: u64) -> Answer {
    Answer::Json(200, enqueued(task))
}

fn enqueued(task: u64) -> Value {
    json!({
        "taskUid": task, "indexUid": "lots", "status": "enqueued", "type": "documentAdditionOrUpdate", "enqueuedAt": AT
    })
}

fn ended(task: u64, status: &str, error: Value) -> Answer {
    let task = json!({
        "uid": task, "indexUid": "lots", "status": status, "type": "documentAdditionOrUpdate", "enqueuedAt": AT,
        "startedAt": AT, "finishedAt": AT, "duration": "PT0.01S", "canceledBy": null, "error": error,
        "details": {"receivedDocuments": 1, "indexedDocuments": 1}
    });
    Answer::Json(200, task)
}

/// A task that is done.
pub fn succeeded(task: u64) -> Answer {
    ended(task, "succeeded", Value::Null)
}

/// A task that failed: `invalid_request` for a fault of the documents, `internal` for one of the engine.
pub fn failed(task: u64, kind: &str) -> Answer {
    ended(task, "failed", error(kind))
}

pub fn error(kind: &str) -> Value {
    json!({"message": "it cannot be done", "code": "invalid_document_id", "type": kind, "link": ""})
}

/// The answer to a search.
pub fn hits(ids: &[i64]) -> Answer {
    let hits: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
    let total = ids.len();
    Answer::Json(
        200,
        json!({
            "hits": hits, "query": "", "processingTimeMs": 1, "page": 1, "hitsPerPage": 20, "totalPages": 1, "totalHits": total
        }),
    )
}

/// The index, as the engine describes it.
pub fn index() -> Answer {
    Answer::Json(
        200,
        json!({"uid": "lots", "primaryKey": "id", "createdAt": AT, "updatedAt": AT}),
    )
}

/// All indexes.
pub fn indexes(names: &[&str]) -> Answer {
    let described =
        |name| json!({"uid": name, "primaryKey": "id", "createdAt": AT, "updatedAt": AT});
    let all: Vec<Value> = names.iter().map(described).collect();
    Answer::Json(
        200,
        json!({"results": all, "offset": 0, "limit": 1000, "total": names.len()}),
    )
}

/// The synonyms of an index: phrases and what each finds.
pub fn synonyms(finds: &[(&str, &[&str])]) -> Answer {
    let finds = finds
        .iter()
        .map(|&(phrase, found)| (phrase.to_owned(), json!(found)));
    Answer::Json(200, Value::Object(finds.collect()))
}

/// The mark of [`index`] in the table `search_index`.
pub const MARK: &str = "1767225600000000000";
