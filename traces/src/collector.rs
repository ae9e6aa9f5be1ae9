//! The connection to the collector.

use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context as _;
use async_trait::async_trait;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::{Builder, Runtime};
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;

/// Set once a collector gets the spans.
static STARTED: OnceLock<()> = OnceLock::new();

pub fn is_started() -> bool {
    STARTED.get().is_some()
}

/// The collector's address, such as `http://127.0.0.1:4318`. OpenTelemetry's own variables set the rest: the sampler, the headers.
pub const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
/// Unless `OTEL_SERVICE_NAME` says otherwise.
const NAME: &str = "auction-room";
/// Time limit of one delivery.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit of the last delivery.
const FAREWELL: Duration = Duration::from_secs(3);

/// Spans on their way to a collector. On drop it delivers the rest.
pub struct Collector {
    provider: SdkTracerProvider,
    // The exporter's requests run here, after the server's own runtime has ended.
    _runtime: Runtime,
}

impl Collector {
    /// Prepares the export to the collector that the environment names. None if it names none.
    pub fn from_env() -> anyhow::Result<Option<Self>> {
        if std::env::var_os(ENDPOINT).is_none_or(|endpoint| endpoint.is_empty()) {
            return Ok(None);
        }
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("traces")
            .enable_all()
            .build()?;
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Sending {
                client,
                runtime: runtime.handle().clone(),
            })
            .build()
            .with_context(|| format!("{ENDPOINT}: cannot use this address"))?;
        // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` come first.
        let named = std::env::var_os("OTEL_SERVICE_NAME").is_some();
        let resource = Resource::builder();
        let resource = if named {
            resource
        } else {
            resource.with_service_name(NAME)
        };
        let provider = SdkTracerProvider::builder()
            .with_resource(resource.build())
            .with_batch_exporter(exporter)
            .build();
        Ok(Some(Self {
            provider,
            _runtime: runtime,
        }))
    }

    /// The layer that sends the spans of these targets.
    pub fn layer<S>(&self, targets: &[&str]) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        // Only a started collector is worth headers between nodes.
        let _ = STARTED.set(());
        let wanted: Targets = targets
            .iter()
            .map(|target| (*target, LevelFilter::INFO))
            .collect();
        let layer: tracing_opentelemetry::OpenTelemetryLayer<S, _> =
            tracing_opentelemetry::layer().with_tracer(self.provider.tracer(NAME));
        layer
            .with_location(false)
            .with_threads(false)
            .with_filter(wanted)
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        // Nothing can be done about spans that the collector does not take.
        let _ = self.provider.shutdown_with_timeout(FAREWELL);
    }
}

/// Sends with the server's HTTP client, from a thread that is no runtime's.
#[derive(Debug)]
struct Sending {
    client: reqwest::Client,
    runtime: tokio::runtime::Handle,
}

#[async_trait]
impl HttpClient for Sending {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (parts, body) = request.into_parts();
        let request = self
            .client
            .request(parts.method, parts.uri.to_string())
            .headers(parts.headers)
            .body(body);
        // Even the timer of the request needs a runtime.
        let answered = async {
            let answer = request.send().await?;
            let status = answer.status();
            reqwest::Result::Ok((status, answer.bytes().await?))
        };
        let (status, body) = self.runtime.spawn(answered).await??;
        Ok(Response::builder().status(status).body(body)?)
    }
}
