//! Optional traces of commands, sent to a collector over OTLP (`OTEL_EXPORTER_OTLP_ENDPOINT`), and their way between nodes.

mod collector;

use std::collections::HashMap;

use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TraceContextExt as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

pub use collector::{Collector, ENDPOINT};

/// Names the trace and the span that caused a request of another node.
pub const TRACEPARENT: &str = "traceparent";

/// The `traceparent` of the current span; None unless it is traced.
pub fn traceparent() -> Option<String> {
    if !collector::is_started() {
        return None;
    }
    let context = Span::current().context();
    let mut headers = HashMap::new();
    if context.span().span_context().is_valid() {
        TraceContextPropagator::new().inject_context(&context, &mut headers);
    }
    headers.remove(TRACEPARENT)
}

/// Makes the span a child of another node's. Only other nodes of the site may say what.
pub fn continue_from(span: &Span, traceparent: &str) {
    if !collector::is_started() {
        return;
    }
    let headers = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
    let context = TraceContextPropagator::new().extract(&headers);
    // It fails for a span that has begun its children, or that no collector gets: then this node's part is a trace of its own.
    let _ = span.set_parent(context);
}
