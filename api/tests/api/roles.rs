//! The rights of every caller to every call of the description.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::*;

const EVERYBODY: &[Who] = &[
    VISITOR, NEWCOMER, ACCEPTED, TRUSTED, NEWSMAKER, AUCTIONEER, MANAGER, OWNER, ADMIN, DEVELOPER,
    STRANGER,
];

const MEMBERS: &[Who] = EVERYBODY.split_at(1).1;

/// Staff and targets belong to house 1.
const STAFF_AND_ADMIN: &[Who] = &[NEWSMAKER, AUCTIONEER, MANAGER, OWNER, ADMIN];

/// A stranger works for house 2.
const STAFF_OF_HOUSES: &[Who] = &[NEWSMAKER, AUCTIONEER, MANAGER, OWNER, STRANGER, ADMIN];

const CONTROLLERS: &[Who] = &[AUCTIONEER, MANAGER, OWNER, ADMIN];

const MANAGERS: &[Who] = &[MANAGER, OWNER, ADMIN];

const WRITERS: &[Who] = &[NEWSMAKER, MANAGER, OWNER, ADMIN];

/// After these the callers log in again.
const ENDS_LOGINS: [&str; 2] = ["POST /api/signout", "DELETE /api/accounts/sessions"];

/// A call and its answer per caller. Mutating calls are repeatable, or request something impossible in this state,
/// which only entitled callers learn.
pub struct Call {
    /// The call's name in the API description.
    pub operation: &'static str,
    pub path: &'static str,
    pub body: Option<Value>,
    allowed: &'static [Who],
    status: u16,
    to_visitors: u16,
    to_others: u16,
    but: Vec<(&'static [Who], u16)>,
}

/// A call open to everyone, with a 200.
fn call(operation: &'static str, path: &'static str) -> Call {
    Call {
        operation,
        path,
        body: None,
        allowed: EVERYBODY,
        status: 200,
        to_visitors: 401,
        to_others: 403,
        but: Vec::new(),
    }
}

impl Call {
    fn with(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    /// Only these may. Visitors get a 401, others a 403.
    fn only(mut self, allowed: &'static [Who]) -> Self {
        self.allowed = allowed;
        self
    }

    /// The status for those who may.
    fn answers(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Other signed-in callers get a 404.
    fn unknown_to_members(mut self) -> Self {
        self.to_others = 404;
        self
    }

    /// Everyone else gets a 404.
    fn unknown_to_others(mut self) -> Self {
        self.to_visitors = 404;
        self.to_others = 404;
        self
    }

    fn but(mut self, whom: &'static [Who], status: u16) -> Self {
        self.but.push((whom, status));
        self
    }

    /// The status of the answer to this caller.
    pub fn expected(&self, who: Who) -> u16 {
        if let Some((_, status)) = self.but.iter().find(|(whom, _)| whom.contains(&who)) {
            return *status;
        }
        match who {
            _ if self.allowed.contains(&who) => self.status,
            VISITOR => self.to_visitors,
            _ => self.to_others,
        }
    }
}

#[rustfmt::skip]
pub fn calls() -> Vec<Call> {
    let lot = || json!({"lotId": 1003});
    let of_lot = || json!({"catalogId": 10, "lotId": 1001});
    vec![
        call("GET /api/config", "/api/config"),
        call("PUT /api/config/contacts", "/api/config/contacts").with(json!({"email": "a"})).only(&[ADMIN]).answers(422),
        call("GET /healthz", "/healthz"),
        call("GET /readyz", "/readyz"),
        call("GET /dev/outbox", "/dev/outbox"),
        call("POST /dev/outbox/callback/{id}", "/dev/outbox/callback/none").answers(404),
        call("GET /api/classificator", "/api/classificator"),
        call("GET /api/author", "/api/author"),
        call("POST /api/author", "/api/author").with(json!({"name": "айвазовский"})),

        // Logging in is open to every caller.
        call("POST /api/auth/call", "/api/auth/call").with(json!({"number": "1"})).answers(422),
        call("POST /api/auth/verify", "/api/auth/verify").with(json!({"sessionKey": "", "code": ""})).answers(404),
        call("POST /api/auth/callback", "/api/auth/callback").with(json!({"number": "1"})).answers(422),
        call("POST /api/auth/callback/check/{id}", "/api/auth/callback/check/none").answers(404),
        call("POST /api/auth/email", "/api/auth/email").with(json!({"email": "a"})).answers(422),
        call("POST /api/auth/email/verify", "/api/auth/email/verify")
            .with(json!({"sessionKey": "", "code": "", "email": "a@b.ru"})).answers(404),
        call("POST /api/auth/email/signin", "/api/auth/email/signin")
            .with(json!({"sessionKey": "", "code": "", "email": "a@b.ru"})).answers(404),
        call("POST /api/signin", "/api/signin").with(json!({"sessionKey": ""})).answers(404),
        call("POST /api/whoami", "/api/whoami").only(MEMBERS),

        call("GET /api/accounts/sessions", "/api/accounts/sessions").only(MEMBERS),
        call("GET /api/accounts/second-factor", "/api/accounts/second-factor").only(MEMBERS),
        call("POST /api/accounts/second-factor", "/api/accounts/second-factor").only(MEMBERS),
        call("POST /api/accounts/second-factor/accept", "/api/accounts/second-factor/accept")
            .with(json!({"code": ""})).only(MEMBERS).answers(404),
        call("POST /api/accounts/second-factor/prove", "/api/accounts/second-factor/prove")
            .with(json!({"code": ""})).only(MEMBERS).answers(404),
        call("POST /api/accounts/second-factor/codes", "/api/accounts/second-factor/codes")
            .only(MEMBERS).answers(404),
        call("DELETE /api/accounts/second-factor", "/api/accounts/second-factor").only(MEMBERS).answers(204),
        // Another account's login.
        call("DELETE /api/accounts/sessions/{id}", "/api/accounts/sessions/999").only(MEMBERS).answers(404),
        // Uploads in parts. Without its version, the protocol goes no further.
        call("OPTIONS /api/uploads", "/api/uploads").answers(204),
        call("POST /api/uploads", "/api/uploads").only(STAFF_OF_HOUSES).answers(412),
        call("GET /api/uploads/{id}", "/api/uploads/00000000-0000-4000-8000-000000000009").only(MEMBERS).answers(404),
        call("PATCH /api/uploads/{id}", "/api/uploads/00000000-0000-4000-8000-000000000009").only(MEMBERS).answers(412),
        call("DELETE /api/uploads/{id}", "/api/uploads/00000000-0000-4000-8000-000000000009").only(MEMBERS).answers(404),
        call("GET /api/accounts/untrusted", "/api/accounts/untrusted?houseId=1").only(MANAGERS),
        call("POST /api/accounts/untrusted", "/api/accounts/untrusted")
            .with(json!({"houseId": 1, "email": "accepted2@test.example"})).only(MANAGERS),
        call("DELETE /api/accounts/untrusted/{houseId}/{userId}", "/api/accounts/untrusted/1/999")
            .only(MANAGERS).answers(404),
        call("POST /api/accounts/images", "/api/accounts/images").with(json!({})).only(MEMBERS).answers(415),
        call("POST /api/accounts/{id}/images", "/api/accounts/1/images").with(json!({})).only(&[ADMIN]).answers(415),
        call("DELETE /api/accounts/images", "/api/accounts/images").only(MEMBERS).answers(204),
        call("GET /api/accounts/image/{id}", "/api/accounts/image/00000000-0000-4000-8000-000000000001").answers(404),

        call("POST /api/accounts/change/phone", "/api/accounts/change/phone").with(json!({"number": "1"}))
            .only(MEMBERS).answers(422),
        call("POST /api/accounts/change/email", "/api/accounts/change/email").with(json!({"email": "a"}))
            .only(MEMBERS).answers(422),
        call("POST /api/accounts/change/{kind}/accept", "/api/accounts/change/phone/accept")
            .with(json!({"sessionKey": "", "code": ""})).only(MEMBERS).answers(404),
        call("GET /api/accounts/changes", "/api/accounts/changes").only(MEMBERS),
        call("POST /api/accounts/change/{kind}/old", "/api/accounts/change/name/old").with(json!({}))
            .only(MEMBERS).answers(404),
        call("DELETE /api/accounts/changes/{kind}", "/api/accounts/changes/phone").only(MEMBERS).answers(404),
        call("POST /api/admin/accounts/change/phone", "/api/admin/accounts/change/phone")
            .with(json!({"id": 999, "number": "+79000000999"})).only(&[ADMIN]).answers(404),
        call("POST /api/admin/accounts/change/email", "/api/admin/accounts/change/email")
            .with(json!({"id": 999, "email": "nobody@test.example"})).only(&[ADMIN]).answers(404),
        call("PUT /api/accounts", "/api/accounts").with(json!({"displayName": "Имя"})).only(MEMBERS),
        call("GET /api/settings", "/api/settings?houseId=1").only(WRITERS).unknown_to_members(),
        call("GET /api/settings", "/api/settings").only(&[ADMIN]).unknown_to_members(),
        call("PUT /api/settings", "/api/settings?houseId=1").with(json!({"list": "news", "name": "Мои", "value": "status=1"}))
            .only(WRITERS).unknown_to_members().answers(204),
        call("PUT /api/settings", "/api/settings?houseId=1").with(json!({"list": "answers", "name": "Продан", "value": "Лот продан."}))
            .only(MANAGERS).unknown_to_members().answers(204),
        call("PUT /api/settings", "/api/settings").with(json!({"list": "users", "name": "Новые"}))
            .only(&[ADMIN]).unknown_to_members().answers(204),
        call("GET /api/accounts/export", "/api/accounts/export").only(MEMBERS),
        call("GET /api/accounts", "/api/accounts").only(&[ADMIN]),
        call("GET /api/admin/accounts/merge", "/api/admin/accounts/merge?keptId=10&doubleId=999").only(&[ADMIN]).answers(404),
        call("POST /api/admin/accounts/merge", "/api/admin/accounts/merge").with(json!({"keptId": 10, "doubleId": 999}))
            .only(&[ADMIN]).answers(404),
        call("POST /api/admin/accounts/export", "/api/admin/accounts/export").only(&[ADMIN]),
        // The number is taken, and a house does not learn of it.
        call("POST /api/accounts/create", "/api/accounts/create")
            .with(json!({"number": "+79000000010", "displayName": "Имя"}))
            .only(&[MANAGER, OWNER, STRANGER]).but(&[ADMIN], 409),
        call("POST /api/accounts/create/raw", "/api/accounts/create/raw")
            .with(json!({"number": "+79000000010", "displayName": "Имя"})).only(&[ADMIN]).answers(409),
        // An account that has the role already.
        call("POST /api/accounts/manager", "/api/accounts/manager")
            .with(json!({"number": "+79000000003", "houseId": 1})).only(&[OWNER, ADMIN]).answers(204),
        call("POST /api/accounts/owner", "/api/accounts/owner")
            .with(json!({"number": "+79000000002", "houseId": 1})).only(&[ADMIN]).answers(204),
        call("POST /api/accounts/newsmaker", "/api/accounts/newsmaker")
            .with(json!({"number": "+79000000005", "houseId": 1})).only(&[OWNER, ADMIN]).answers(204),
        call("POST /api/accounts/auctioneer", "/api/accounts/auctioneer")
            .with(json!({"number": "+79000000004", "catalogId": 10})).only(MANAGERS).answers(204),
        // An account without the role.
        call("POST /api/accounts/manager/unregister", "/api/accounts/manager/unregister")
            .with(json!({"number": "+79000000010", "houseId": 1})).only(&[OWNER, ADMIN]).answers(404),
        call("POST /api/accounts/owner/unregister", "/api/accounts/owner/unregister")
            .with(json!({"number": "+79000000010", "houseId": 1})).only(&[ADMIN]).answers(404),
        call("POST /api/accounts/newsmaker/unregister", "/api/accounts/newsmaker/unregister")
            .with(json!({"number": "+79000000010", "houseId": 1})).only(&[OWNER, ADMIN]).answers(404),
        call("POST /api/accounts/auctioneer/unregister", "/api/accounts/auctioneer/unregister")
            .with(json!({"number": "+79000000010", "catalogId": 10})).only(MANAGERS).answers(404),
        call("GET /api/accounts/invitations", "/api/accounts/invitations").only(MEMBERS),
        call("POST /api/accounts/invitations/{id}/accept", "/api/accounts/invitations/999/accept").with(json!({}))
            .only(MEMBERS).answers(404),
        call("POST /api/accounts/invitations/{id}/decline", "/api/accounts/invitations/999/decline")
            .only(MEMBERS).answers(404),
        call("GET /api/accounts/staff", "/api/accounts/staff").only(MEMBERS),
        call("PUT /api/accounts/staff/{houseId}", "/api/accounts/staff/999").with(json!({})).only(MEMBERS).answers(404),
        call("GET /api/house/{id}/invitations", "/api/house/1/invitations").only(MANAGERS),
        call("DELETE /api/house/{id}/invitations/{invitationId}", "/api/house/1/invitations/999")
            .only(MANAGERS).answers(404),
        call("POST /api/accounts/dev", "/api/accounts/dev").with(json!({"number": "+79000000012"}))
            .only(&[ADMIN]).answers(204),
        call("POST /api/accounts/dev/unregister", "/api/accounts/dev/unregister")
            .with(json!({"number": "+79000000010"})).only(&[ADMIN]).answers(204),
        call("POST /api/accounts/dev/leave", "/api/accounts/dev/leave")
            .with(json!({"number": "+79000000010", "houseId": 1, "days": 1})).only(&[ADMIN]).answers(404),
        call("POST /api/accounts/{id}/token", "/api/accounts/10/token").with(json!({"name": "x", "days": 1}))
            .only(&[ADMIN]),
        call("GET /api/accounts/tokens", "/api/accounts/tokens").only(&[ADMIN]),
        call("GET /api/accounts/{id}/sessions", "/api/accounts/10/sessions").only(&[ADMIN]),
        call("DELETE /api/accounts/{id}/sessions", "/api/accounts/999/sessions").only(&[ADMIN]).answers(404),
        call("DELETE /api/accounts/tokens/{id}", "/api/accounts/tokens/999").only(&[ADMIN]).answers(404),
        call("POST /api/accounts/restore", "/api/accounts/restore").with(json!({"id": 999}))
            .only(&[ADMIN]).answers(404),
        // Another account's.
        call("DELETE /api/accounts/{id}", "/api/accounts/999").only(&[ADMIN]).answers(404),

        call("POST /api/consents", "/api/consents").with(json!({"kind": 0, "version": "1", "given": false}))
            .only(MEMBERS).answers(204).but(&[VISITOR], 422),
        call("GET /api/consents/my", "/api/consents/my"),
        call("POST /api/dev/journal", "/api/dev/journal").with(json!({})).only(&[ADMIN, DEVELOPER]),
        call("POST /api/dev/journal/export", "/api/dev/journal/export").with(json!({})).only(&[ADMIN]),
        call("GET /api/dev/journal/events", "/api/dev/journal/events").only(&[ADMIN, DEVELOPER]),

        call("GET /api/house", "/api/house"),
        call("GET /api/house/{id}", "/api/house/1"),
        call("GET /api/house/{id}/lots", "/api/house/1/lots"),
        call("GET /api/house/{id}/gallery", "/api/house/1/gallery"),
        call("GET /api/house/{id}/postauction", "/api/house/1/postauction"),
        call("GET /api/house/image/{id}", "/api/house/image/00000000-0000-4000-8000-000000000001").answers(404),
        call("GET /api/house/orders/my", "/api/house/orders/my").only(MEMBERS),
        call("GET /api/house/orders", "/api/house/orders?houseId=1").only(MANAGERS),
        // All houses of the caller.
        call("GET /api/house/orders", "/api/house/orders").only(&[MANAGER, OWNER, ADMIN, STRANGER]),
        call("GET /api/house/orders/counts", "/api/house/orders/counts?houseId=1").only(MANAGERS),
        call("GET /api/house/orders/{id}/history", "/api/house/orders/1/history").only(MANAGERS).unknown_to_members(),
        call("POST /api/house/orders/{id}", "/api/house/orders/1").with(json!({"orderId": 1, "status": 1}))
            .only(MANAGERS).unknown_to_members(),
        call("POST /api/house/orders/accept-and-trust", "/api/house/orders/accept-and-trust")
            .with(json!({"orderId": 1})).only(MANAGERS).unknown_to_members(),
        // Staff and developers do not bid, and registered accounts need no second registration.
        call("POST /api/house/orders/send", "/api/house/orders/send").with(json!({"houseId": 1}))
            .only(&[NEWCOMER, STRANGER]).but(&[ACCEPTED, TRUSTED], 409),

        call("POST /api/house", "/api/house").with(json!({"id": 1, "nameRu": "Первый дом"})).only(MANAGERS),
        call("POST /api/house", "/api/house").with(json!({"nameRu": ""})).only(&[ADMIN]).answers(422),
        // The house has catalogs.
        call("DELETE /api/house/{id}", "/api/house/1").only(&[ADMIN]).answers(409),
        call("POST /api/house/{id}/gallery/enable", "/api/house/2/gallery/enable").only(&[ADMIN]),
        call("POST /api/house/{id}/gallery/disable", "/api/house/2/gallery/disable").only(&[ADMIN]),
        call("POST /api/house/{id}/storage/disable", "/api/house/2/storage/disable").only(&[ADMIN]),
        call("POST /api/house/{id}/storage/enable", "/api/house/2/storage/enable").only(&[ADMIN]),
        call("POST /api/house/{id}/postauction/enable", "/api/house/2/postauction/enable").only(&[ADMIN]),
        call("POST /api/house/{id}/postauction/disable", "/api/house/2/postauction/disable").only(&[ADMIN]),
        call("GET /api/house/{id}/storage", "/api/house/1/storage").only(STAFF_AND_ADMIN),
        call("GET /api/house/{id}/grid", "/api/house/1/grid?catalogId=10").only(MANAGERS),
        call("POST /api/house/{id}/export", "/api/house/1/export?list=staff").only(MANAGERS),
        call("GET /api/house/{id}/imports", "/api/house/1/imports").only(MANAGERS),
        // There is no such run.
        call("GET /api/house/{id}/imports/{runId}", "/api/house/1/imports/1").only(MANAGERS).answers(404),
        call("POST /api/lots/description", "/api/lots/description").with(json!({"descriptionRu": "Ваза"})).only(MEMBERS),
        call("PUT /api/house/{id}/grid", "/api/house/1/grid").with(json!({"changes": []})).only(MANAGERS),
        call("GET /api/house/{id}/staff", "/api/house/1/staff"),
        // There is no such file.
        call("GET /api/house/{id}/info", "/api/house/1/info").answers(404),
        call("POST /api/house/{id}/info", "/api/house/1/info").with(json!({})).only(MANAGERS).answers(415),
        call("POST /api/house/{id}/images", "/api/house/1/images").with(json!({})).only(MANAGERS).answers(415),
        call("DELETE /api/house/{id}/images", "/api/house/1/images").only(MANAGERS).answers(204),

        // Catalogs: 10 is public, 14 a draft, 17 hidden.
        call("GET /api/catalog", "/api/catalog"),
        call("GET /api/catalog/house/{id}", "/api/catalog/house/1"),
        call("GET /api/catalog/image/{id}", "/api/catalog/image/00000000-0000-4000-8000-000000000001").answers(404),
        call("GET /api/catalog/{id}", "/api/catalog/10"),
        call("GET /api/catalog/{id}", "/api/catalog/14").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/catalog/{id}", "/api/catalog/17").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/catalog/{id}/hall", "/api/catalog/10/hall"),
        call("GET /api/catalog/{id}/hall", "/api/catalog/17/hall").only(STAFF_AND_ADMIN).unknown_to_others(),
        // One is over, the other hidden.
        call("GET /api/catalog/{id}/results/pdf", "/api/catalog/15/results/pdf"),
        call("GET /api/catalog/{id}/results/pdf", "/api/catalog/17/results/pdf").only(STAFF_AND_ADMIN).answers(409)
            .unknown_to_others(),
        call("GET /api/catalog/{id}/rehearsal", "/api/catalog/10/rehearsal").only(CONTROLLERS),
        // A parallel sale has none, and of the other none is held.
        call("POST /api/catalog/{id}/rehearsal", "/api/catalog/12/rehearsal").with(json!({})).only(CONTROLLERS).answers(409),
        call("DELETE /api/catalog/{id}/rehearsal", "/api/catalog/10/rehearsal").only(CONTROLLERS).answers(409),
        call("GET /api/catalog/{id}/lastlotid", "/api/catalog/10/lastlotid"),
        call("GET /api/catalog/{id}/lastlotid", "/api/catalog/17/lastlotid").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/catalog/{id}/lot-numbers", "/api/catalog/10/lot-numbers"),
        call("GET /api/catalog/{id}/lot-numbers", "/api/catalog/17/lot-numbers")
            .only(STAFF_AND_ADMIN).unknown_to_others(),
        call("PUT /api/catalog/{id}/lot-numbers", "/api/catalog/10/lot-numbers").with(json!({"lots": []}))
            .only(MANAGERS).answers(422),
        call("GET /api/catalog/{id}/lots", "/api/catalog/10/lots"),
        call("GET /api/catalog/{id}/lots", "/api/catalog/14/lots").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("PUT /api/catalog/{id}/show", "/api/catalog/10/show").only(CONTROLLERS),
        // Hidden already.
        call("PUT /api/catalog/{id}/hide", "/api/catalog/17/hide").only(CONTROLLERS)
            .unknown_to_members().but(&[NEWSMAKER], 403),
        call("PUT /api/catalog/{id}/scheduled", "/api/catalog/10/scheduled").only(CONTROLLERS).answers(409),
        call("POST /api/catalog/{id}/import", "/api/catalog/10/import").with(json!({})).only(MANAGERS).answers(415),
        call("POST /api/catalog/{id}/import", "/api/catalog/14/import").with(json!({})).only(MANAGERS).answers(415)
            .unknown_to_members().but(&[NEWSMAKER, AUCTIONEER], 403),
        // Over already; its auctioneer is another account.
        call("PUT /api/catalog/{id}/cancel", "/api/catalog/15/cancel").only(MANAGERS).answers(409),
        call("POST /api/catalog", "/api/catalog").with(json!({"houseId": 1, "title": "", "catalogType": 0}))
            .only(MANAGERS).answers(422),
        call("POST /api/catalog", "/api/catalog").with(json!({"id": 10, "houseId": 1, "title": "", "catalogType": 0}))
            .only(MANAGERS).answers(422),
        call("POST /api/catalog", "/api/catalog").with(json!({"id": 17, "houseId": 1, "title": "", "catalogType": 0}))
            .only(MANAGERS).answers(422).unknown_to_members().but(&[NEWSMAKER, AUCTIONEER], 403),
        // A lot was sold in it.
        call("DELETE /api/catalog/{id}", "/api/catalog/15").only(MANAGERS).answers(409),
        // In it already.
        call("POST /api/catalog/{id}/lot", "/api/catalog/10/lot").with(lot()).only(MANAGERS),
        // Sold in another one.
        call("POST /api/catalog/{id}/lot", "/api/catalog/17/lot").with(json!({"lotId": 1501})).only(MANAGERS).answers(409)
            .unknown_to_members().but(&[NEWSMAKER, AUCTIONEER], 403),
        // Not in it.
        call("DELETE /api/catalog/{id}/lot/{lotId}", "/api/catalog/10/lot/1201").only(MANAGERS).answers(404),
        call("POST /api/catalog/{id}/images", "/api/catalog/10/images").with(json!({})).only(MANAGERS).answers(415),
        call("DELETE /api/catalog/{id}/images", "/api/catalog/10/images").only(MANAGERS).answers(204),
        call("GET /api/catalog/notifications", "/api/catalog/notifications").only(MEMBERS),
        call("POST /api/catalog/notifications", "/api/catalog/notifications").with(json!({"catalogId": 10}))
            .only(MEMBERS),
        call("POST /api/catalog/notifications", "/api/catalog/notifications").with(json!({"catalogId": 17}))
            .only(STAFF_AND_ADMIN).unknown_to_members(),
        call("DELETE /api/catalog/notifications/catalog/{id}", "/api/catalog/notifications/catalog/10")
            .only(MEMBERS).answers(204),

        // Lots: 1004 is hidden, 1401 of a draft.
        call("POST /api/lots/search", "/api/lots/search").with(json!({})),
        call("POST /api/lots/search/counts", "/api/lots/search/counts").with(json!({})),
        call("GET /api/search/suggest", "/api/search/suggest?q=ваза"),
        call("GET /api/lots/rnd", "/api/lots/rnd"),
        call("GET /api/lots/viewed", "/api/lots/viewed"),
        call("GET /api/lots/{id}", "/api/lots/1001"),
        call("GET /api/lots/{id}", "/api/lots/1004").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/lots/{id}", "/api/lots/1401").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/lots/{id}/similar", "/api/lots/1001/similar"),
        call("GET /api/lots/{id}/similar", "/api/lots/1004/similar").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/lots/{id}/similar-sold", "/api/lots/1001/similar-sold"),
        call("GET /api/lots/{id}/similar-sold", "/api/lots/1004/similar-sold").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/lots/{id}/by-author", "/api/lots/1001/by-author"),
        call("GET /api/lots/{id}/by-author", "/api/lots/1004/by-author").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/lots/{id}/same-house", "/api/lots/1001/same-house"),
        call("GET /api/lots/{id}/same-house", "/api/lots/1004/same-house").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/lots/{id}/pdf", "/api/lots/1001/pdf"),
        call("GET /api/lots/{id}/pdf", "/api/lots/1004/pdf").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/lots/image/{id}", "/api/lots/image/00000000-0000-4000-8000-000000000009").answers(404),
        call("POST /api/lots/{id}/images", "/api/lots/1001/images").with(json!({})).only(MANAGERS).answers(415),
        // A hidden lot.
        call("POST /api/lots/{id}/images", "/api/lots/1004/images").with(json!({})).only(MANAGERS).answers(415)
            .unknown_to_members().but(&[NEWSMAKER, AUCTIONEER], 403),
        call("PUT /api/lots/{id}/images", "/api/lots/1001/images").with(json!({"images": []}))
            .only(MANAGERS).answers(422),
        call("PUT /api/lots/{id}/images/{imageId}/alt", "/api/lots/1001/images/00000000-0000-4000-8000-000000000009/alt")
            .with(json!({"alt": "Море"})).only(MANAGERS).answers(404),
        call("GET /api/lots/{id}/images/{imageId}/cut", "/api/lots/1001/images/00000000-0000-4000-8000-000000000009/cut")
            .only(MANAGERS).answers(404),
        call("PUT /api/lots/{id}/images/{imageId}/cut", "/api/lots/1001/images/00000000-0000-4000-8000-000000000009/cut")
            .with(json!({"turns": 1})).only(MANAGERS).answers(409),
        call("DELETE /api/lots/{id}/images/{imageId}", "/api/lots/1001/images/00000000-0000-4000-8000-000000000009")
            .only(MANAGERS).answers(404),
        call("GET /api/lots/my", "/api/lots/my").only(MEMBERS),
        call("POST /api/lots", "/api/lots").with(json!({"houseId": 1, "titleRu": "", "price": {"start": 1}}))
            .only(MANAGERS).answers(422),
        call("PUT /api/lots", "/api/lots").with(json!({"id": 1001, "titleRu": "", "price": {"start": 1}}))
            .only(MANAGERS).answers(422),
        call("PUT /api/lots", "/api/lots").with(json!({"id": 1004, "titleRu": "", "price": {"start": 1}}))
            .only(MANAGERS).answers(422).unknown_to_members().but(&[NEWSMAKER, AUCTIONEER], 403),
        call("POST /api/lots/{id}/create-copy", "/api/lots/1003/create-copy").only(MANAGERS),
        // Hidden already.
        call("POST /api/lots/{id}/hide", "/api/lots/1004/hide").only(MANAGERS)
            .unknown_to_members().but(&[NEWSMAKER, AUCTIONEER], 403),
        call("POST /api/lots/{id}/show", "/api/lots/1003/show").only(MANAGERS),
        // Not sold; sold; the house has no such sale.
        call("POST /api/lots/{id}/paid", "/api/lots/1003/paid").only(MANAGERS).answers(409),
        call("DELETE /api/lots/{id}", "/api/lots/1501").only(MANAGERS).answers(409),
        call("POST /api/lots/{id}/move-to-postauction", "/api/lots/1003/move-to-postauction")
            .only(MANAGERS).answers(409),
        call("DELETE /api/lots/{id}/delete-from-postauction", "/api/lots/1003/delete-from-postauction")
            .only(MANAGERS).answers(409),

        call("POST /api/trade/bet", "/api/trade/bet")
            .with(json!({"catalogId": 10, "lotId": 1001, "betValue": 1000}))
            .only(&[ACCEPTED, TRUSTED]).but(&[NEWCOMER, STRANGER], 401),
        // Of the hall.
        call("POST /api/trade/bet", "/api/trade/bet")
            .with(json!({"catalogId": 10, "lotId": 1001, "betValue": 1000, "FromUserId": "7"})).only(CONTROLLERS),
        call("GET /api/trade/bet/my", "/api/trade/bet/my").only(MEMBERS),
        call("GET /api/trade/evening", "/api/trade/evening").only(MEMBERS),
        call("GET /api/trade/bet/lot/{id}/history", "/api/trade/bet/lot/1001/history"),
        call("GET /api/trade/bet/lot/{id}/history", "/api/trade/bet/lot/1004/history")
            .only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/trade/bet/lot/{id}/options", "/api/trade/bet/lot/1001/options"),
        call("GET /api/trade/bet/lot/{id}/options", "/api/trade/bet/lot/1004/options")
            .only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/trade/bet/lot/{id}/below-and-above-bets", "/api/trade/bet/lot/1001/below-and-above-bets"),
        call("GET /api/trade/bet/lot/{id}/below-and-above-bets", "/api/trade/bet/lot/1004/below-and-above-bets")
            .only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/trade/bet/lot/{id}", "/api/trade/bet/lot/1001").only(CONTROLLERS),
        call("GET /api/trade/bet/catalog/{id}", "/api/trade/bet/catalog/10").only(CONTROLLERS),
        call("GET /api/trade/bet/catalog/{id}", "/api/trade/bet/catalog/17").only(CONTROLLERS)
            .unknown_to_members().but(&[NEWSMAKER], 403),

        call("GET /api/trade/report/bets/{id}", "/api/trade/report/bets/10").only(CONTROLLERS),
        call("GET /api/trade/results/{id}", "/api/trade/results/10").only(CONTROLLERS),
        call("GET /api/trade/protocol/{id}", "/api/trade/protocol/10").only(CONTROLLERS),
        call("GET /api/trade/report/bets/{id}", "/api/trade/report/bets/17").only(CONTROLLERS)
            .unknown_to_members().but(&[NEWSMAKER], 403),
        // The first bet of catalog 10, made above.
        call("POST /api/trade/bet/visiblity", "/api/trade/bet/visiblity")
            .with(json!({"betId": (10 << 24) + 1, "isVisible": true})).only(CONTROLLERS),

        call("POST /api/trade/bet/absentee", "/api/trade/bet/absentee")
            .with(json!({"catalogId": 10, "lotId": 1001, "value": 2000})).only(&[TRUSTED]),
        call("GET /api/trade/bet/absentee", "/api/trade/bet/absentee").only(MEMBERS),
        call("GET /api/trade/bet/absentee/my", "/api/trade/bet/absentee/my").only(MEMBERS),
        call("GET /api/trade/bet/absentee/lot/{id}", "/api/trade/bet/absentee/lot/1001").only(MEMBERS),
        // None there to withdraw.
        call("DELETE /api/trade/bet/absentee/lot/{id}", "/api/trade/bet/absentee/lot/1002").only(MEMBERS).answers(409),
        call("GET /api/trade/bet/absentee/catalog/{id}", "/api/trade/bet/absentee/catalog/10").only(CONTROLLERS),
        call("GET /api/trade/bet/absentee/lot/{id}/leading", "/api/trade/bet/absentee/lot/1001/leading")
            .only(&[ADMIN]),

        // The auctioneer's desk; the sale has not started.
        call("PUT /api/trade/classic/next", "/api/trade/classic/next").with(json!({"catalogId": 10}))
            .only(CONTROLLERS).answers(409),
        // Not of this type.
        call("PUT /api/trade/classic/{id}/start", "/api/trade/classic/12/start").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/parallel/{id}/start", "/api/trade/parallel/10/start").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/sell", "/api/trade/classic/10/sell").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/skip", "/api/trade/classic/10/skip").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/previous", "/api/trade/classic/10/previous").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/end", "/api/trade/classic/10/end").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/half-step", "/api/trade/classic/10/half-step")
            .only(CONTROLLERS).answers(501),
        call("PUT /api/trade/classic/{id}/warn", "/api/trade/classic/10/warn").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/pause", "/api/trade/classic/10/pause").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/resume", "/api/trade/classic/10/resume").only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/jump", "/api/trade/classic/10/jump").with(lot())
            .only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/group", "/api/trade/classic/10/group")
            .with(json!({"lotId": 1001, "withLotIds": [1002]})).only(CONTROLLERS).answers(409),
        call("PUT /api/trade/classic/{id}/paddle", "/api/trade/classic/10/paddle")
            .with(json!({"lotId": 1001, "betId": 1, "paddle": "41"})).only(CONTROLLERS),
        // The code says whether the caller may (7) and when (6).
        call("GET /api/trade/attention/{id}", "/api/trade/attention/10?lotId=1001").only(CONTROLLERS),
        call("GET /api/trade/paddles/{id}", "/api/trade/paddles/10").only(CONTROLLERS),
        call("GET /api/trade/paddles/{id}", "/api/trade/paddles/17").only(CONTROLLERS)
            .but(&[NEWSMAKER], 403).unknown_to_members(),
        call("POST /api/trade/paddles/{id}", "/api/trade/paddles/10").with(json!({"number": "", "name": ""}))
            .only(CONTROLLERS).answers(422),
        call("PUT /api/trade/paddles/{id}/{paddleId}", "/api/trade/paddles/10/1")
            .with(json!({"number": "1", "name": "Анна"})).only(CONTROLLERS).answers(404),
        call("DELETE /api/trade/paddles/{id}/{paddleId}", "/api/trade/paddles/10/1").only(CONTROLLERS).answers(404),
        call("PUT /api/trade/bet/revoke", "/api/trade/bet/revoke").with(of_lot()).only(MEMBERS),
        call("PUT /api/trade/catalog/{id}/cancel-last-bet", "/api/trade/catalog/10/cancel-last-bet").with(lot())
            .only(&[ADMIN]),
        call("PUT /api/trade/catalog/{id}/return", "/api/trade/catalog/10/return").with(lot())
            .only(&[ADMIN]).answers(409),

        // External services, none of which is configured.
        call("POST /api/external/lots/{id}/bid", "/api/external/lots/7/bid").with(json!({"bid_amount": 100}))
            .only(MEMBERS).answers(404),
        call("GET /api/external/auctions", "/api/external/auctions").answers(404),
        call("GET /api/image", "/api/image?url=http://127.0.0.1/").answers(404),

        call("POST /api/chat/search", "/api/chat/search").with(json!({"catalogId": 10})),
        call("POST /api/chat/search", "/api/chat/search").with(json!({"catalogId": 17}))
            .only(STAFF_AND_ADMIN).unknown_to_others(),
        call("PUT /api/chat/{id}/message", "/api/chat/10/message").with(json!({"messageId": 1, "isHidden": true}))
            .only(CONTROLLERS).answers(404),
        call("PUT /api/chat/{id}/mute", "/api/chat/10/mute").with(json!({"messageId": 1, "isMuted": true}))
            .only(CONTROLLERS).answers(404),
        call("POST /api/chat/{id}/count", "/api/chat/10/count"),
        call("POST /api/chat/{id}/count", "/api/chat/17/count").only(STAFF_AND_ADMIN).unknown_to_others(),
        call("GET /api/favorites", "/api/favorites").only(MEMBERS),
        call("POST /api/favorites", "/api/favorites").with(json!({"lotId": 1001})).only(MEMBERS),
        call("POST /api/favorites", "/api/favorites").with(json!({"lotId": 1004}))
            .only(STAFF_AND_ADMIN).unknown_to_members(),
        call("DELETE /api/favorites/lot/{id}", "/api/favorites/lot/1001").only(MEMBERS).answers(204),

        // News: there are none.
        call("GET /api/news/{kind}/{page}", "/api/news/1/1"),
        call("GET /api/news", "/api/news"),
        call("GET /api/news/platform", "/api/news/platform"),
        call("GET /api/news/house/{id}", "/api/news/house/1"),
        call("GET /api/news/article/{id}", "/api/news/article/999").answers(404),
        call("GET /api/news/image/{id}", "/api/news/image/00000000-0000-4000-8000-000000000001").answers(404),
        call("POST /api/news", "/api/news").with(json!({"houseId": 1, "newsType": 3, "title": "", "content": ""}))
            .only(WRITERS).answers(422),
        call("POST /api/news", "/api/news").with(json!({"newsType": 3, "title": "", "content": ""}))
            .only(&[ADMIN]).answers(422),
        call("DELETE /api/news/{id}", "/api/news/999").only(MEMBERS).answers(404),
        call("POST /api/news/{id}/images", "/api/news/999/images").with(json!({})).only(MEMBERS).answers(404),
        call("DELETE /api/news/{id}/images", "/api/news/999/images").only(MEMBERS).answers(404),

        call("GET /api/artists", "/api/artists"),
        call("GET /api/artists/letters", "/api/artists/letters"),
        call("GET /api/artists/{id}", "/api/artists/1"),
        call("GET /api/artists/{id}/summary", "/api/artists/1/summary"),
        call("GET /api/artists/{id}/works", "/api/artists/1/works"),
        call("POST /api/artists/search", "/api/artists/search").with(json!({"query": "айвазовский"})),
        call("GET /api/artists/image/{id}", "/api/artists/image/00000000-0000-4000-8000-000000000001").answers(404),
        call("POST /api/artists", "/api/artists").with(json!({"name": ""})).only(&[ADMIN]).answers(422),
        // Lots name this artist.
        call("DELETE /api/artists/{id}", "/api/artists/1").only(&[ADMIN]).answers(409),
        call("POST /api/artists/{id}/merge", "/api/artists/1/merge").with(json!({"otherId": 1, "name": "x"}))
            .only(&[ADMIN]).answers(422),
        call("POST /api/artists/{id}/images", "/api/artists/1/images").with(json!({})).only(&[ADMIN]).answers(415),
        call("DELETE /api/artists/{id}/images", "/api/artists/1/images").only(&[ADMIN]).answers(204),
        call("GET /api/saved-searches", "/api/saved-searches").only(MEMBERS),
        call("POST /api/saved-searches", "/api/saved-searches")
            .with(json!({"name": "Море", "path": "/lots?search=sea", "request": {"searchQuery": "море"}, "letters": "daily"}))
            .only(MEMBERS),
        call("PUT /api/saved-searches/{id}", "/api/saved-searches/999").with(json!({"name": "Море", "letters": "never"}))
            .only(MEMBERS).answers(404),
        call("DELETE /api/saved-searches/{id}", "/api/saved-searches/999").only(MEMBERS).answers(404),
        call("POST /api/subscription", "/api/subscription").with(json!({"authorId": 1, "durationDays": 30})).only(MEMBERS),
        call("GET /api/subscription/account/{id}/all", "/api/subscription/account/10/all")
            .only(&[NEWCOMER, ADMIN]).unknown_to_members(),
        call("GET /api/subscription/account/{id}/active/artist", "/api/subscription/account/10/active/artist")
            .only(&[NEWCOMER, ADMIN]).unknown_to_members(),
        call("DELETE /api/subscription/{id}", "/api/subscription/999").only(MEMBERS).answers(404),

        call("GET /api/banner", "/api/banner").only(&[ADMIN]),
        call("GET /api/banner/visible", "/api/banner/visible"),
        call("GET /api/banner/image/{id}", "/api/banner/image/00000000-0000-4000-8000-000000000001").answers(404),
        call("POST /api/banner", "/api/banner").with(json!({"title": "", "visible": true})).only(&[ADMIN]).answers(422),
        call("PUT /api/banner/{id}", "/api/banner/999").with(json!({"title": "а", "visible": true}))
            .only(&[ADMIN]).answers(404),
        call("POST /api/banner/{id}/images", "/api/banner/999/images").with(json!({})).only(&[ADMIN]).answers(404),
        call("DELETE /api/banner/{id}", "/api/banner/999").only(&[ADMIN]).answers(404),
        call("GET /api/partners", "/api/partners"),
        call("GET /api/partners/all", "/api/partners/all").only(&[ADMIN]),
        call("GET /api/partners/image/{id}", "/api/partners/image/00000000-0000-4000-8000-000000000001").answers(404),
        call("POST /api/partners", "/api/partners").with(json!({"name": "", "visible": true})).only(&[ADMIN]).answers(422),
        call("PUT /api/partners/{id}", "/api/partners/999").with(json!({"name": "а", "visible": true}))
            .only(&[ADMIN]).answers(404),
        call("POST /api/partners/{id}/images", "/api/partners/999/images").with(json!({})).only(&[ADMIN]).answers(404),
        call("DELETE /api/partners/{id}/images", "/api/partners/999/images").only(&[ADMIN]).answers(404),
        call("DELETE /api/partners/{id}", "/api/partners/999").only(&[ADMIN]).answers(404),
        call("GET /api/search/synonyms", "/api/search/synonyms").only(&[ADMIN]),
        call("POST /api/search/synonyms", "/api/search/synonyms").with(json!({"words": []})).only(&[ADMIN]).answers(422),
        call("PUT /api/search/synonyms/{id}", "/api/search/synonyms/999").with(json!({"words": ["а", "б"]}))
            .only(&[ADMIN]).answers(404),
        call("DELETE /api/search/synonyms/{id}", "/api/search/synonyms/999").only(&[ADMIN]).answers(404),
        call("GET /api/system", "/api/system").only(&[ADMIN]),
        call("POST /api/system/letter", "/api/system/letter").only(&[ADMIN]),
        call("GET /api/faq", "/api/faq"),
        call("POST /api/faq", "/api/faq").with(json!({"title": "", "content": ""})).only(&[ADMIN]).answers(422),
        call("PUT /api/faq/{id}", "/api/faq/999").with(json!({"title": "а", "content": "а"})).only(&[ADMIN]).answers(404),
        call("DELETE /api/faq/{id}", "/api/faq/999").only(&[ADMIN]).answers(404),
        call("GET /api/glossary", "/api/glossary"),
        call("POST /api/glossary", "/api/glossary").with(json!({"title": "", "content": ""})).only(&[ADMIN]).answers(422),
        call("PUT /api/glossary/{id}", "/api/glossary/999").with(json!({"title": "а", "content": "а"}))
            .only(&[ADMIN]).answers(404),
        call("DELETE /api/glossary/{id}", "/api/glossary/999").only(&[ADMIN]).answers(404),

        // Price queries: 1301 is of a gallery.
        call("POST /api/queries/lots/{id}/price", "/api/queries/lots/1301/price")
            .with(json!({"number": "", "email": "", "message": ""})).only(MEMBERS).answers(422),
        call("GET /api/queries/my", "/api/queries/my").only(MEMBERS),
        call("GET /api/queries/house/my", "/api/queries/house/my").only(MEMBERS),
        call("GET /api/queries/house/{id}", "/api/queries/house/1").only(MANAGERS).unknown_to_members(),
        call("GET /api/queries/house/{id}/counts", "/api/queries/house/1/counts").only(MANAGERS).unknown_to_members(),
        call("POST /api/queries", "/api/queries").with(json!({"id": 999, "status": 1})).only(MEMBERS).answers(404),
        call("DELETE /api/queries/{id}", "/api/queries/999").only(MEMBERS).answers(404),

        call("GET /api/notifications", "/api/notifications").only(MEMBERS),
        call("POST /api/notifications", "/api/notifications").with(json!({"lotId": 1001})).only(MEMBERS),
        call("POST /api/notifications", "/api/notifications").with(json!({"lotId": 1004}))
            .only(STAFF_AND_ADMIN).unknown_to_members(),
        call("DELETE /api/notifications/lot/{id}", "/api/notifications/lot/1001").only(MEMBERS).answers(204),
        call("GET /api/notifications/system/messages/{n}", "/api/notifications/system/messages/3"),
        call("POST /api/notifications/system", "/api/notifications/system").with(json!({"subject": "", "text": ""}))
            .only(&[ADMIN]).answers(422),
        call("DELETE /api/notifications/system/{id}", "/api/notifications/system/999").only(&[ADMIN]).answers(404),
        call("GET /api/notifications/my/messages/all", "/api/notifications/my/messages/all").only(MEMBERS),
        call("POST /api/notifications/read", "/api/notifications/read").with(json!({})).only(MEMBERS),
        call("GET /api/notifications/settings", "/api/notifications/settings").only(MEMBERS),
        call("PUT /api/notifications/settings", "/api/notifications/settings").with(json!({})).only(MEMBERS).answers(422),
        call("GET /api/notifications/push", "/api/notifications/push").only(MEMBERS),
        // The fixture's site sends no notices to browsers.
        call("PUT /api/notifications/push", "/api/notifications/push")
            .with(json!({"endpoint": "https://push.example/", "p256dh": "", "auth": ""})).only(MEMBERS).answers(404),
        call("DELETE /api/notifications/push", "/api/notifications/push").only(MEMBERS).answers(204),

        call("POST /api/signout", "/api/signout").only(MEMBERS).answers(204),
        call("DELETE /api/accounts/sessions", "/api/accounts/sessions").only(MEMBERS).answers(204),
    ]
}

#[actix_web::test]
async fn each_caller_reaches_only_permitted_calls() {
    let app = App::new().await;
    let mut wrong = Vec::new();
    for call in calls() {
        for who in EVERYBODY {
            let method: Method = call.operation.split(' ').next().unwrap().parse().unwrap();
            let body = call.body.as_ref().map(Value::to_string);
            let reply = app.call(method, *who, call.path, &[], body).await;
            let expected = call.expected(*who);
            if reply.status != expected {
                wrong.push(format!(
                    "{} ({}) as {who:?}: {} instead of {expected}: {}",
                    call.operation,
                    call.path,
                    reply.status,
                    reply.text()
                ));
            }
        }
        if ENDS_LOGINS.contains(&call.operation) {
            app.sql("update session set ended = null").await;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    app.end().await;
}

/// A path with U+0000 reaches no handler.
#[actix_web::test]
async fn no_call_takes_a_path_that_cannot_be_stored() {
    let app = App::new().await;
    for call in calls() {
        let method: Method = call.operation.split(' ').next().unwrap().parse().unwrap();
        let sign = if call.path.contains('?') { '&' } else { '?' };
        let path = format!("{}{sign}text=%00", call.path);
        let reply = app.call(method, ADMIN, &path, &[], None).await;
        assert_eq!(reply.status, 400, "{}: {}", call.operation, reply.text());
    }
    app.end().await;
}

#[test]
fn every_call_of_the_description_is_in_the_table() {
    let description: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let mut described = BTreeSet::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            described.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let asked: BTreeSet<String> = calls()
        .iter()
        .map(|call| call.operation.to_owned())
        .collect();
    let apart: Vec<_> = described.symmetric_difference(&asked).collect();
    assert!(apart.is_empty(), "only in one of them: {apart:#?}");
}
