//! Spans of a command on its way: room, decision, journal, publication.
//!
//! Their target is [`TARGET`], which the log ignores and only a collector of traces wants. Without one a span is the check of
//! an atomic and allocates nothing.

use tracing::Span;

pub const TARGET: &str = "traces";

/// A command in its room, from the mailbox to the answer. A child of the current span.
pub(crate) fn room(catalog_id: i64) -> Span {
    tracing::info_span!(target: TARGET, "room", catalog_id)
}

/// The decision of a command.
pub(crate) fn decide(command: &Span) -> Span {
    tracing::info_span!(target: TARGET, parent: command, "decide")
}

/// A command that another node has sent here.
pub fn remote() -> Span {
    tracing::info_span!(target: TARGET, parent: None, "remote")
}

/// A batch, from the room to its commit. Nothing if none of its commands is traced.
pub(crate) fn journal<'a>(commands: impl Iterator<Item = &'a Span>) -> Option<Span> {
    together(
        commands,
        |first| tracing::info_span!(target: TARGET, parent: first, "journal"),
    )
}

/// A commit of several rooms' batches.
pub(crate) fn commit<'a>(batches: impl Iterator<Item = &'a Span>) -> Option<Span> {
    together(
        batches,
        |first| tracing::info_span!(target: TARGET, parent: first, "commit"),
    )
}

/// What a batch changed, on its way to the sockets.
pub(crate) fn publish<'a>(commands: impl Iterator<Item = &'a Span>) -> Option<Span> {
    together(
        commands,
        |first| tracing::info_span!(target: TARGET, parent: first, "publish"),
    )
}

/// A span of work for several others: a child of the first, with links to the rest.
fn together<'a>(
    mut causes: impl Iterator<Item = &'a Span>,
    open: impl FnOnce(&Span) -> Span,
) -> Option<Span> {
    let span = open(causes.next()?);
    for other in causes {
        span.follows_from(other);
    }
    Some(span)
}
