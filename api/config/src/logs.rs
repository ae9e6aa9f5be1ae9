//! The log on standard error: one line per event for people on a terminal, JSON for programs otherwise.

use std::fmt;
use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, anyhow, bail};
use time::OffsetDateTime;
use traces::Collector;
use tracing::{Dispatch, Subscriber};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer};

/// Default filter if `LOG` is unset: without libraries that report every step, such as PostgreSQL's notices, and without
/// wrong certificates, which are reported where the request fails: users name some of the hosts.
pub const DEFAULT: &str = "info,sqlx=warn,actix_server=warn,rustls_platform_verifier=off";
/// Default filter on a terminal: also without slow statements, whose full text would fill it.
const DEFAULT_FOR_TEXT: &str =
    "info,sqlx=warn,sqlx::query=error,actix_server=warn,rustls_platform_verifier=off";

/// Name, meaning and default of the logging variables, which are read before the configuration.
pub const VARIABLES: [(&str, &str, &str); 3] = [
    (
        "LOG",
        "log filter, in the syntax of tracing's EnvFilter",
        DEFAULT,
    ),
    (
        "LOG_FORMAT",
        "`text` or `json`; unset: `text` on a terminal, `json` otherwise",
        "unset",
    ),
    (
        traces::ENDPOINT,
        "collector of OpenTelemetry traces, such as http://127.0.0.1:4318; unset: no traces",
        "unset",
    ),
];

/// Starts logging as configured by `LOG` and `LOG_FORMAT`, and traces, of spans with these targets, if a collector is named. Call
/// it once, before reading the configuration, and keep what it returns until the end.
pub fn init(traced: &[&str], of_commands: &str) -> anyhow::Result<Option<Collector>> {
    let is_terminal = io::stderr().is_terminal();
    let colours = is_terminal && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let format = Format::named(variable("LOG_FORMAT")?.as_deref(), is_terminal)?;
    let filter = filter(variable("LOG")?.as_deref(), format)?;
    let filter = filter.add_directive(format!("{of_commands}=off").parse()?);
    let collector = Collector::from_env()?;
    match &collector {
        None => dispatch(format, filter, io::stderr, colours).try_init()?,
        Some(collector) => tracing_subscriber::registry()
            .with(lines(format, io::stderr, colours).with_filter(filter))
            .with(collector.layer(&[traced, &[of_commands]].concat()))
            .try_init()?,
    }
    Ok(collector)
}

fn variable(name: &str) -> anyhow::Result<Option<String>> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value).filter(|value| !value.is_empty())),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(error) => Err(error).with_context(|| name.to_owned()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
}

impl Format {
    fn named(name: Option<&str>, is_terminal: bool) -> anyhow::Result<Self> {
        match name {
            None if is_terminal => Ok(Self::Text),
            None => Ok(Self::Json),
            Some("text") => Ok(Self::Text),
            Some("json") => Ok(Self::Json),
            Some(other) => bail!("LOG_FORMAT: found «{other}», expected `text` or `json`"),
        }
    }
}

fn filter(log: Option<&str>, format: Format) -> anyhow::Result<EnvFilter> {
    let log = log.unwrap_or(match format {
        Format::Text => DEFAULT_FOR_TEXT,
        Format::Json => DEFAULT,
    });
    EnvFilter::builder().parse(log).map_err(|error| {
        anyhow!("LOG: found «{log}», expected a filter such as {DEFAULT}: {error}")
    })
}

fn dispatch<W>(format: Format, filter: EnvFilter, writer: W, colours: bool) -> Dispatch
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // Without another layer the filter decides for the whole process, so what it drops costs nothing.
    tracing_subscriber::registry()
        .with(filter)
        .with(lines(format, writer, colours))
        .into()
}

/// Writes what the filters let through.
fn lines<S, W>(format: Format, writer: W, colours: bool) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    match format {
        Format::Json => lines.json().boxed(),
        Format::Text => lines
            .compact()
            .with_ansi(colours)
            .with_target(false)
            .with_timer(Seconds)
            .boxed(),
    }
}

/// Formats date and time in UTC, to the second.
struct Seconds;

impl FormatTime for Seconds {
    fn format_time(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let now = OffsetDateTime::now_utc();
        let (hour, minute, second) = now.to_hms();
        write!(writer, "{} {hour:02}:{minute:02}:{second:02}Z", now.date())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The lines that a start logs in this format.
    fn logged(format: Format, log: Option<&str>) -> Vec<String> {
        let written = Lines::default();
        let writer = written.clone();
        let dispatch = dispatch(
            format,
            filter(log, format).unwrap(),
            move || writer.clone(),
            false,
        );
        tracing::dispatcher::with_default(&dispatch, || {
            tracing::info!(target: "sqlx::postgres::notice", "relation already exists, skipping");
            tracing::info!(loaded = 3, "rooms are open");
            tracing::warn!(target: "sqlx::query", "slow statement");
        });
        let bytes = written.0.lock().unwrap().clone();
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_terminal_shows_time_level_and_message() {
        let lines = logged(Format::Text, None);
        let (time, rest) = lines[0].split_at("2026-01-31 12:00:00Z".len());
        let format =
            time::macros::format_description!("[year]-[month]-[day] [hour]:[minute]:[second]Z");
        time::PrimitiveDateTime::parse(time, &format).unwrap();
        assert_eq!(rest, "  INFO rooms are open loaded=3");
        assert_eq!(lines.len(), 1);
    }

    #[test]
    fn json_is_one_object_per_line() {
        let lines = logged(Format::Json, None);
        let first: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
        assert_eq!(first["level"], "INFO");
        assert_eq!(
            first["fields"],
            serde_json::json!({"message": "rooms are open", "loaded": 3})
        );
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn log_replaces_the_default() {
        for (log, lines) in [("info", 3), ("warn", 1), ("off", 0)] {
            assert_eq!(logged(Format::Text, Some(log)).len(), lines, "{log}");
        }
        let error = filter(Some("api=loud"), Format::Text).unwrap_err();
        assert!(
            error.to_string().starts_with("LOG: found «api=loud»"),
            "{error}"
        );
    }

    #[test]
    fn the_format_follows_the_terminal_unless_log_format_names_one() {
        for (name, is_terminal, format) in [
            (None, true, Format::Text),
            (None, false, Format::Json),
            (Some("text"), false, Format::Text),
            (Some("json"), true, Format::Json),
        ] {
            assert_eq!(Format::named(name, is_terminal).unwrap(), format);
        }
        let error = Format::named(Some("xml"), true).unwrap_err();
        assert_eq!(
            error.to_string(),
            "LOG_FORMAT: found «xml», expected `text` or `json`"
        );
    }
}
