//! PDFs that people attach for others to open. A file that would do something by itself (run a script, start a program, send a
//! form), or that carries other files, is refused.
//!
//! A viewer may read a damaged file otherwise than a library does. So there are two looks: the bytes, and those of every
//! compressed stream, are searched for names that only such files have, wherever they stand; then the objects are read.

use std::io::Read as _;

use flate2::bufread::ZlibDecoder;
use lopdf::xref::XrefEntry;
use lopdf::{Dictionary, Document, LoadOptions, Object};

use crate::unusable::Unusable;

/// Total size of all unpacked streams: enough for many pictures, too little for a bomb.
const MOST_UNPACKED: usize = 256 << 20;
/// A stream counts as at least this many bytes, because opening it costs something too.
const LEAST_STREAM: usize = 16 << 10;
/// Total size of the object streams. The objects of a long catalog take some hundred kilobytes.
const MOST_OBJECTS: usize = 8 << 20;
/// How many bytes before a stream are searched for its dictionary.
const BEFORE_STREAM: usize = 4 << 10;
/// Longer names are not compared.
const LONGEST_NAME: usize = 32;

/// Names that tell such a file wherever they stand. Compressed bytes contain none by chance.
const TELLING: [&str; 10] = [
    "EmbeddedFile",
    "EmbeddedFiles",
    "FileAttachment",
    "GoToE",
    "ImportData",
    "JavaScript",
    "Launch",
    "Rendition",
    "RichMedia",
    "SubmitForm",
];
/// Keys of dictionaries: scripts, actions at events, files, and forms of another format.
const KEYS: [&[u8]; 5] = [b"JS", b"AA", b"EF", b"XFA", b"RichMediaContent"];
/// Encodings that no writer of streams of objects uses, and that this module does not look through.
const UNUSUAL: [&str; 4] = [
    "ASCII85Decode",
    "ASCIIHexDecode",
    "LZWDecode",
    "RunLengthDecode",
];

/// Checks that a file is a PDF that only shows itself.
pub fn check(bytes: &[u8]) -> Result<(), Unusable> {
    if !is_pdf(bytes) {
        return Err(Unusable::wrong_type("Прикрепите файл в формате PDF"));
    }
    search(bytes)?;
    let options = LoadOptions {
        max_decompressed_size: Some(MOST_OBJECTS),
        ..LoadOptions::default()
    };
    let document = Document::load_mem_with_options(bytes, options).map_err(|_| broken())?;
    // The reader leaves out a stream of objects it cannot decode; a viewer may decode it.
    let entries = document.reference_table.entries.iter();
    for (id, _) in entries.filter(|(_, entry)| matches!(entry, XrefEntry::Compressed { .. })) {
        let read = document.objects.range((*id, 0)..=(*id, u16::MAX)).next();
        if read.is_none() {
            return Err(too_complex());
        }
    }
    if document.catalog().is_err() {
        return Err(broken());
    }
    for object in document.objects.values() {
        inspect(&document, object)?;
    }
    inspect_dictionary(&document, &document.trailer)
}

/// PDF readers look for the header in the first 1024 bytes, and for the end marker in the last.
fn is_pdf(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1024)];
    let tail = &bytes[bytes.len().saturating_sub(2048)..];
    find(head, b"%PDF-").is_some() && find(tail, b"%%EOF").is_some()
}

fn broken() -> Unusable {
    Unusable::broken("Файл PDF повреждён")
}

fn acts() -> Unusable {
    Unusable::broken("В PDF есть сценарии, действия или вложенные файлы. Сохраните его без них")
}

fn encrypted() -> Unusable {
    Unusable::broken("PDF зашифрован. Сохраните его без пароля")
}

fn too_complex() -> Unusable {
    Unusable::broken("PDF слишком сложный. Сохраните его в более простом виде")
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// Searches the file and its compressed streams for telling names.
fn search(bytes: &[u8]) -> Result<(), Unusable> {
    let (mut has_objects, mut is_unusual) = (false, false);
    for name in names(bytes) {
        if TELLING.contains(&&*name) {
            return Err(acts());
        }
        if name == "Encrypt" {
            return Err(encrypted());
        }
        has_objects |= name == "ObjStm";
        is_unusual |= UNUSUAL.contains(&&*name);
    }
    if has_objects && is_unusual {
        return Err(too_complex());
    }
    let mut piece = vec![0; 64 << 10];
    let (mut unpacked, mut objects) = (0, 0);
    let mut from = 0;
    while let Some(at) = find(&bytes[from..], b"stream") {
        let keyword = from + at;
        from = keyword + b"stream".len();
        if bytes[..keyword].ends_with(b"end") {
            continue;
        }
        let breaks = bytes[from..].iter().take(2);
        let start = from + breaks.take_while(|byte| b"\r\n".contains(byte)).count();
        let length = search_stream(&bytes[start..], MOST_UNPACKED - unpacked, &mut piece)?;
        unpacked += length.max(LEAST_STREAM);
        if unpacked >= MOST_UNPACKED {
            return Err(too_complex());
        }
        let before = &bytes[keyword.saturating_sub(BEFORE_STREAM)..keyword];
        if names(before).any(|name| name == "ObjStm") {
            objects += length;
        }
        if objects > MOST_OBJECTS {
            return Err(too_complex());
        }
    }
    Ok(())
}

/// Searches a stream piece by piece if it is compressed as nearly all are; returns its length.
fn search_stream(bytes: &[u8], most: usize, piece: &mut [u8]) -> Result<usize, Unusable> {
    let mut decoder = ZlibDecoder::new(bytes);
    let (mut kept, mut length) = (0, 0);
    loop {
        // What a broken stream gives before it breaks is what viewers show of it.
        let read = match decoder.read(&mut piece[kept..]) {
            Ok(0) | Err(_) => return Ok(length),
            Ok(read) => read,
        };
        length += read;
        if length >= most {
            return Err(too_complex());
        }
        let end = kept + read;
        if names(&piece[..end]).any(|name| TELLING.contains(&&*name)) {
            return Err(acts());
        }
        // A name may go on in the next piece; each character of it may be written as three.
        kept = end.min(3 * LONGEST_NAME);
        piece.copy_within(end - kept..end, 0);
    }
}

/// The names in the bytes, with `#xx` decoded, cut at [`LONGEST_NAME`].
fn names(bytes: &[u8]) -> impl Iterator<Item = String> {
    let slashes = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/');
    slashes.map(|(at, _)| {
        let mut name = String::new();
        let mut rest = &bytes[at + 1..];
        while let [first, tail @ ..] = rest
            && name.len() < LONGEST_NAME
            && first.is_ascii_graphic()
            && !b"()<>[]{}/%".contains(first)
        {
            let escaped = tail.first_chunk::<2>().filter(|_| *first == b'#');
            let escaped = escaped.and_then(|digits| std::str::from_utf8(digits).ok());
            let escaped = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            name.push(char::from(escaped.unwrap_or(*first)));
            rest = if escaped.is_some() { &tail[2..] } else { tail };
        }
        name
    })
}

/// Inspects an object with everything in it. The reader bounds the depth.
fn inspect(document: &Document, object: &Object) -> Result<(), Unusable> {
    match object {
        Object::Name(name) if is_telling(name) => Err(acts()),
        Object::Array(items) => items.iter().try_for_each(|item| inspect(document, item)),
        Object::Dictionary(dictionary) => inspect_dictionary(document, dictionary),
        Object::Stream(stream) => inspect_dictionary(document, &stream.dict),
        _ => Ok(()),
    }
}

fn inspect_dictionary(document: &Document, dictionary: &Dictionary) -> Result<(), Unusable> {
    for (key, value) in dictionary {
        if KEYS.contains(&&**key) || is_telling(key) {
            return Err(acts());
        }
        if key == b"Encrypt" {
            return Err(encrypted());
        }
        if key == b"OpenAction" && !only_shows(document, value) {
            return Err(acts());
        }
        inspect(document, value)?;
    }
    Ok(())
}

fn is_telling(name: &[u8]) -> bool {
    TELLING.iter().any(|telling| telling.as_bytes() == name)
}

/// Whether opening the file only goes to one of its pages.
fn only_shows(document: &Document, action: &Object) -> bool {
    match document.dereference(action) {
        Ok((_, Object::Dictionary(action))) => {
            let kind = action.get(b"S").and_then(Object::as_name);
            kind.is_ok_and(|kind| kind == b"GoTo") && !action.has(b"Next")
        }
        Ok((_, Object::Array(_) | Object::Name(_) | Object::String(..) | Object::Null)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use lopdf::{SaveOptions, Stream, dictionary};

    use super::*;

    /// A PDF of one empty page, with this in its catalog.
    fn document(catalog: Dictionary) -> Document {
        let mut document = Document::with_version("1.7");
        let pages = document.new_object_id();
        let page = document.add_object(dictionary! {
            "Type" => "Page", "Parent" => pages, "MediaBox" => vec![0.into(), 0.into(), 100.into(), 100.into()],
        });
        let kids = dictionary! {"Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1};
        document.objects.insert(pages, kids.into());
        let mut root = dictionary! {"Type" => "Catalog", "Pages" => pages};
        root.extend(&catalog);
        let root = document.add_object(root);
        document.trailer.set("Root", root);
        document
    }

    fn plain(mut document: Document) -> Vec<u8> {
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        bytes
    }

    /// The same with its objects in compressed streams.
    fn packed(mut document: Document) -> Vec<u8> {
        let options = SaveOptions::builder()
            .use_object_streams(true)
            .use_xref_streams(true)
            .build();
        let mut bytes = Vec::new();
        document.save_with_options(&mut bytes, options).unwrap();
        bytes
    }

    fn fault(bytes: &[u8]) -> Option<String> {
        check(bytes).err().map(|fault| fault.to_string())
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_pdf_that_only_shows_itself_passes() {
        let to_page = dictionary! {"S" => "GoTo", "D" => "first"};
        let destination = Object::Array(vec![0.into(), "Fit".into()]);
        for catalog in [
            Dictionary::new(),
            dictionary! {"OpenAction" => to_page},
            dictionary! {"OpenAction" => destination, "PageMode" => "UseNone"},
        ] {
            for bytes in [plain(document(catalog.clone())), packed(document(catalog))] {
                assert_eq!(fault(&bytes), None);
            }
        }
    }

    #[test]
    fn scripts_actions_and_files_are_refused_in_the_open_and_in_object_streams() {
        let script =
            || dictionary! {"S" => "JavaScript", "JS" => Object::string_literal("app.alert(1)")};
        let launch = dictionary! {"S" => "Launch", "F" => Object::string_literal("cmd.exe")};
        let file = dictionary! {"Type" => "Filespec", "EF" => dictionary! {"F" => 1}};
        let link =
            dictionary! {"S" => "URI", "URI" => Object::string_literal("https://evil.example")};
        let then = dictionary! {"S" => "GoTo", "D" => "first", "Next" => dictionary! {"S" => "Named", "N" => "Print"}};
        for catalog in [
            dictionary! {"OpenAction" => script()},
            dictionary! {"OpenAction" => launch.clone()},
            dictionary! {"OpenAction" => link},
            dictionary! {"OpenAction" => then},
            dictionary! {"AA" => dictionary! {"WC" => dictionary! {"S" => "GoTo"}}},
            dictionary! {"Names" => dictionary! {"JavaScript" => dictionary! {}}},
            dictionary! {"Names" => dictionary! {"EmbeddedFiles" => dictionary! {}}},
            dictionary! {"AF" => vec![file.into()]},
            dictionary! {"Pieces" => vec![Object::Array(vec![launch.into()])]},
            dictionary! {"AcroForm" => dictionary! {"XFA" => Object::string_literal("<xdp/>")}},
            dictionary! {"AcroForm" => dictionary! {"S" => "SubmitForm"}},
        ] {
            let open = plain(document(catalog.clone()));
            assert_eq!(fault(&open), Some(acts().to_string()), "{catalog:?}");
            let hidden = packed(document(catalog.clone()));
            assert_eq!(fault(&hidden), Some(acts().to_string()), "{catalog:?}");
        }
    }

    #[test]
    fn names_are_found_however_they_are_written_and_wherever_they_stand() {
        let mut bytes = plain(document(Dictionary::new()));
        let hidden = zlib(b"1 0 <</S/JavaScript/JS(app.alert(1))>>");
        for part in [
            &b"/J#61vaScript "[..],
            b"9 0 obj<</S/L#61#75nch>>endobj",
            &[b"<</N 1/First 4>>stream\r\n", &*hidden, b"endstream"].concat(),
            b"<</#45mbeddedFiles 1>>",
        ] {
            let mut with = bytes.clone();
            with.splice(9..9, part.iter().copied());
            assert_eq!(fault(&with), Some(acts().to_string()), "{part:?}");
        }
        bytes.splice(9..9, *b"/JavaScripts /launch ");
        assert_eq!(fault(&bytes), None, "other names");
    }

    #[test]
    fn what_cannot_be_looked_into_is_refused() {
        let encrypt = document(dictionary! {"Encrypt" => dictionary! {}});
        assert_eq!(fault(&plain(encrypt)), Some(encrypted().to_string()));
        let mut bomb = document(Dictionary::new());
        let zeros = zlib(&vec![0; MOST_UNPACKED + 1]);
        bomb.add_object(Stream::new(dictionary! {"Filter" => "FlateDecode"}, zeros));
        assert_eq!(fault(&plain(bomb)), Some(too_complex().to_string()));
        // The writer leaves streams of objects out, so these are written by hand.
        let numbers = zlib(&b"1 ".repeat(MOST_OBJECTS / 2 + 1));
        for (filter, stream) in [("FlateDecode", &*numbers), ("LZWDecode", b"")] {
            let head = format!("9 0 obj<</Type/ObjStm/N 1/First 4/Filter/{filter}>>stream\r\n");
            let mut with = plain(document(Dictionary::new()));
            let part = [head.as_bytes(), stream, b"\nendstream endobj\n"].concat();
            with.splice(9..9, part);
            assert_eq!(fault(&with), Some(too_complex().to_string()), "{filter}");
        }
        assert_eq!(
            fault(b"%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n"),
            Some(broken().to_string())
        );
    }

    /// A PDF whose catalog refers to an object in a stream of objects with this filter.
    fn with_object_stream(filter: &str, stream: &[u8]) -> Vec<u8> {
        let head = format!(
            "<</Type/ObjStm/N 1/First 5{filter}/Length {}>>",
            stream.len()
        );
        let packed = [head.as_bytes(), b"stream\n", stream, b"\nendstream"].concat();
        let objects: [(usize, &[u8]); 4] = [
            (1, b"<</Type/Catalog/Pages 2 0 R/Names 11 0 R>>"),
            (2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>"),
            (3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"),
            (9, &packed),
        ];
        let mut bytes = b"%PDF-1.7\n".to_vec();
        let mut entries = [[0_u8; 4]; 12];
        let normal = |at: usize| [1, (at >> 8) as u8, at as u8, 0];
        for (id, object) in objects {
            entries[id] = normal(bytes.len());
            bytes.extend([format!("{id} 0 obj").as_bytes(), object, b"endobj\n"].concat());
        }
        let at = bytes.len();
        entries[10] = normal(at);
        // Object 11 is the first in stream 9.
        entries[11] = [2, 0, 9, 0];
        bytes.extend(b"10 0 obj<</Type/XRef/Size 12/W[1 2 1]/Root 1 0 R/Length 48>>stream\n");
        bytes.extend(entries.concat());
        bytes.extend(format!("\nendstream endobj\nstartxref\n{at}\n%%EOF\n").bytes());
        bytes
    }

    #[test]
    fn a_stream_of_objects_that_only_viewers_can_read_is_refused() {
        let harmless = b"11 0 <</A 1>>";
        assert_eq!(fault(&with_object_stream("", harmless)), None);
        let acting = b"11 0 <</JS(app.alert(1))>>";
        let open = with_object_stream("", acting);
        assert_eq!(fault(&open), Some(acts().to_string()));
        // Viewers know short names of filters, and filters in a row.
        let hex: String = acting.iter().map(|byte| format!("{byte:02x}")).collect();
        for (filter, stream) in [
            ("/Filter/AHx", format!("{hex}>").into_bytes()),
            ("/Filter[/Fl/Fl]", zlib(&zlib(acting))),
        ] {
            let hidden = fault(&with_object_stream(filter, &stream));
            assert_eq!(hidden, Some(too_complex().to_string()), "{filter}");
        }
    }

    #[test]
    fn a_pdf_is_recognized_by_its_content() {
        for other in [&b""[..], b"PDF", b"%PDF-1.7", b"<html>%%EOF", b"%%EOF %PD"] {
            assert!(matches!(check(other), Err(Unusable::WrongType(_))));
        }
    }
}
