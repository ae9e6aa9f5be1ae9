//! The description of the socket events, beside the REST calls in the OpenAPI document: `x-socket-events`.

use serde_json::{Value, json};
use utoipa::ToSchema;
use wire::{CatalogHead, LotUpdate};

use crate::bounds;

/// The acknowledgement of a `Join`: where the sale stands.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "only its schema is used: rooms write it from stored payloads"
)]
pub struct RoomSnapshot {
    ok: bool,
    #[schema(value_type = wire::instant::Instant)]
    server_time: String,
    catalog: CatalogHead,
    /// Of a Parallel catalog the open lots that have bets, of a Classic one the current lot; after a reconnection those
    /// changed since the version the client has.
    lots: Vec<LotUpdate>,
    /// How many sockets are in the room.
    members: i64,
    /// The caller's number in the catalog: where a `leadingBet` has it, the caller leads. Null before the first bet there,
    /// and for a visitor.
    my_participant: Option<i32>,
}

/// The acknowledgement of a message that was stored.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub struct MessageStored {
    ok: bool,
    message: wire::ChatMessage,
}

/// The acknowledgement of a request that has nothing to give back.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub struct Done {
    ok: bool,
}

/// The acknowledgement of a refused request.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub struct SocketRefusal {
    /// Always false.
    ok: bool,
    /// A code of the section `errors`, place `socket`.
    error: String,
}

fn schema(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn argument(name: &str, schema: Value) -> Value {
    json!({"name": name, "schema": schema})
}

/// Both namespaces: what the server sends (`sends`) and what it takes (`takes`), with the acknowledgement of success;
/// a refusal is acknowledged with `SocketRefusal`.
pub fn events() -> Value {
    let catalog = argument("catalogId", json!({"type": "integer", "format": "int64"}));
    let text = |name: &str| argument(name, json!({"type": "string"}));
    let bounded = |event: &str, name: &str| {
        let mut known = bounds::EVENTS.iter();
        let (.., bound) = known
            .find(|(of, argument, _)| (*of, *argument) == (event, name))
            .expect("the table of texts has those of events");
        let schema = json!({"type": "string", "minLength": 1, "maxLength": bound.most});
        argument(name, schema)
    };
    // Older clients send it.
    let ignored = argument("name", json!({"type": "string", "description": "ignored"}));
    let token = argument(
        "token",
        json!({"type": "string", "description": "64 hexadecimal digits"}),
    );
    let since = json!({"name": "sinceVersion", "schema": {"type": "integer", "format": "int64"}, "optional": true});
    let payload = |name: &str, of: &str| argument(name, schema(of));
    json!({
        "/Chat": {
            "sends": {
                "LotUpdate": {"arguments": [payload("lot", "LotUpdate")]},
                "CatalogStatusUpdate": {"arguments": [payload("catalog", "CatalogStatusUpdate")]},
                "Send": {"arguments": [payload("message", "ChatMessage")]},
                "Hide": {"arguments": [payload("message", "ChatHidden")]},
            },
            "takes": {
                "Join": {
                    "arguments": [&catalog, &ignored, &token, &since],
                    "acknowledgement": schema("RoomSnapshot"),
                },
                "JoinAnon": {
                    "arguments": [&catalog, &ignored, &since],
                    "acknowledgement": schema("RoomSnapshot"),
                },
                "Leave": {"arguments": [&catalog], "acknowledgement": schema("Done")},
                "Send": {
                    "arguments": [&catalog, &ignored, bounded("Send", "text")],
                    "acknowledgement": schema("MessageStored"),
                },
                "Look": {
                    "arguments": [
                        &catalog,
                        argument("lotId", json!({"type": "integer", "format": "int64"})),
                        argument("reaches", json!({"type": "boolean"})),
                    ],
                    "acknowledgement": schema("Done"),
                },
            },
        },
        "/Notify": {
            "sends": {"Send": {"arguments": [text("subject"), text("text")]}},
            "takes": {"Subscribe": {"arguments": [&token], "acknowledgement": schema("Done")}},
        },
    })
}
