//! File downloads.

use std::fs::File;
use std::io::{Seek as _, SeekFrom};

use actix_web::HttpResponse;
use actix_web::body::SizedStream;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, ContentEncoding, DispositionParam, DispositionType,
};
use actix_web::http::header::{Charset, ContentDisposition, ExtendedValue};
use bytes::BytesMut;
use futures_util::stream;
use time::OffsetDateTime;
use tokio::io::AsyncReadExt as _;

use texts::{moscow, pdf};

pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Bytes of a file held in memory at a time.
const CHUNK: usize = 64 << 10;

/// Streams a file from its beginning in chunks, as an attachment that caches must not store.
pub fn file(
    name: &str,
    content_type: &'static str,
    mut file: File,
) -> std::io::Result<HttpResponse> {
    file.seek(SeekFrom::Start(0))?;
    let length = file.metadata()?.len();
    let pieces = stream::try_unfold(tokio::fs::File::from_std(file), |mut file| async move {
        let mut piece = BytesMut::with_capacity(CHUNK);
        let read = file.read_buf(&mut piece).await?;
        Ok::<_, std::io::Error>((read > 0).then(|| (piece.freeze(), file)))
    });
    Ok(HttpResponse::Ok()
        .content_type(content_type)
        // The file is already compressed.
        .insert_header(ContentEncoding::Identity)
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_DISPOSITION, attachment(name)))
        .body(SizedStream::new(length, pieces)))
}

/// A PDF that was written at `now`, as an attachment that only this browser may keep, and asks about each time.
pub fn pdf(now: OffsetDateTime, bytes: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(pdf::CONTENT_TYPE)
        // The file is already compressed.
        .insert_header(ContentEncoding::Identity)
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((
            CONTENT_DISPOSITION,
            attachment(&moscow::file_name(now, "pdf")),
        ))
        .body(bytes)
}

/// Builds `attachment; filename="…"; filename*=UTF-8''…`.
pub fn attachment(name: &str) -> ContentDisposition {
    ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![
            DispositionParam::Filename(name.to_owned()),
            DispositionParam::FilenameExt(ExtendedValue {
                charset: Charset::Ext("UTF-8".to_owned()),
                language_tag: None,
                value: name.as_bytes().to_vec(),
            }),
        ],
    }
}
