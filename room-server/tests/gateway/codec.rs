//! The codec alone, and against the published crates for the same protocol.

use bytestring::ByteString;
use room_server::gateway::codec::{DecodeError, Kind, decode, encode};
use serde_json::json;
use socketioxide_core::{
    Str, Value,
    packet::{Packet as TheirPacket, PacketData},
    parser::{Parse, ParseConfig, ParserState},
};
use socketioxide_parser_common::CommonParser;

fn text(value: Value) -> String {
    match value {
        Value::Str(text, _) => text.to_string(),
        Value::Bytes(_) => panic!("binary"),
    }
}

#[test]
fn decodes_as_socketioxide_does() {
    let packets = [
        r#"0"#,
        r#"0/Chat,"#,
        r#"0/Chat"#,
        r#"0/Chat,{"token":"1"}"#,
        r#"1"#,
        r#"1/Chat,"#,
        r#"2["message",1]"#,
        r#"2/Chat,["Join",{"lot":1}]"#,
        r#"2/Chat,17["Join",7,"имя, фамилия",null]"#,
        r#"2/Chat,0["a/b,c"]"#,
        r#"312[]"#,
        r#"3/Chat,17[{"ok":true}]"#,
    ];
    for packet in packets {
        let ours = decode(&packet.into()).unwrap_or_else(|error| panic!("{packet}: {error}"));
        let theirs = CommonParser
            .decode_str(
                &ParseConfig::default(),
                &ParserState::default(),
                Str::from(packet),
            )
            .unwrap_or_else(|error| panic!("{packet}: {error:?}"));
        let (kind, id, data) = match theirs.inner {
            PacketData::Connect(data) => (Kind::Connect, None, data.map(text)),
            PacketData::Disconnect => (Kind::Disconnect, None, None),
            PacketData::Event(data, id) => (Kind::Event, id, Some(text(data))),
            PacketData::EventAck(data, id) => (Kind::Ack, Some(id), Some(text(data))),
            other => panic!("{packet}: {other:?}"),
        };
        assert_eq!(ours.kind, kind, "{packet}");
        assert_eq!(&*ours.namespace, &*theirs.ns, "{packet}");
        assert_eq!(ours.ack_id.map(|id| id as i64), id, "{packet}");
        assert_eq!(&*ours.data, data.unwrap_or_default(), "{packet}");
    }
}

#[test]
fn encodes_as_socketioxide_does() {
    let lot = json!({"lotId": 5, "name": "Ваза «Ирисы»", "price": 1000});
    let ours = encode(
        Kind::Event,
        "/Chat",
        None,
        &format!(r#"["LotUpdate",{lot}]"#),
    );
    let arguments = CommonParser.encode_value(&lot, Some("LotUpdate")).unwrap();
    let theirs = text(CommonParser.encode(TheirPacket::event("/Chat", arguments)));
    assert_eq!(ours[1..], theirs);

    let ours = encode(Kind::Ack, "/Chat", Some(17), r#"[{"ok":true}]"#);
    let arguments = CommonParser
        .encode_value(&json!({"ok": true}), None)
        .unwrap();
    let theirs = text(CommonParser.encode(TheirPacket::ack("/Chat", arguments, 17)));
    assert_eq!(ours[1..], theirs);
}

#[test]
fn what_the_protocol_does_not_allow_is_refused() {
    use DecodeError::*;
    let rows = [
        ("", Empty),
        ("abc", UnknownType),
        ("9", UnknownType),
        ("Ж", UnknownType),
        ("0[1]", Payload),
        ("0{", Payload),
        ("0\"text\"", Payload),
        ("07{}", AckId),
        ("1[]", Payload),
        ("1/Chat,[]", Payload),
        ("15", AckId),
        ("2", Payload),
        ("2{}", Payload),
        ("2[", Payload),
        ("2[]", Payload),
        ("2[null]", Payload),
        ("2[[\"m\"]]", Payload),
        ("2[true]", Payload),
        ("2[\"m\"]x", Payload),
        ("2[\"m\",]", Payload),
        ("2[\"disconnect\"]", Payload),
        ("2[\"connect_error\",1]", Payload),
        ("2abc[\"m\"]", Payload),
        ("299999999999999999999[\"m\"]", Payload),
        ("2-1[\"m\"]", Payload),
        ("2/Chat[\"m\"]", Payload),
        ("3[1]", AckId),
        ("31{}", Payload),
        ("4", Payload),
        ("4[]", Payload),
        ("5[\"x\"]", Attachments),
        ("5-[\"x\"]", Attachments),
        ("51[\"x\"]", Attachments),
        ("61-[]", AckId),
    ];
    for (packet, error) in rows {
        assert_eq!(decode(&packet.into()), Err(error), "{packet}");
    }
}

#[test]
fn arguments_may_be_spaced_and_numbered() {
    for packet in ["2[ \"m\" , 1 ]", "2[5]", "2[-1.5,{}]"] {
        assert_eq!(
            decode(&packet.into()).map(|packet| packet.kind),
            Ok(Kind::Event),
            "{packet}"
        );
    }
}

#[test]
fn a_decoded_packet_shares_the_buffer() {
    let message = ByteString::from(String::from(r#"2/Chat,1["Join",{}]"#));
    let packet = decode(&message).unwrap();
    let buffer = message.as_bytes().as_ptr_range();
    for part in [&packet.namespace, &packet.data] {
        assert!(buffer.contains(&part.as_ptr()), "{part}");
    }
}
