// The proxy delivers every byte once and in order, even after its links fail and recover.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { after, before, describe, it } from "node:test";
import { until } from "../wait.mjs";
import { DIRECTIONS, Door, Link } from "./proxy.mjs";

/** `once` would reject, because an error comes first. */
const closed = (socket) => new Promise((resolve) => { socket.once("close", resolve); });

describe("a link", () => {
  let server, link, door, client, peer;
  const received = { there: "", back: "" };

  before(async () => {
    server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    link = new Link("test", server.address().port);
    door = new Door(() => link);
    await door.open();
  });
  after(() => {
    client.destroy();
    peer.destroy();
    door.close();
    server.close();
  });

  async function dial() {
    const dialled = once(server, "connection");
    client = connect(door.port, "127.0.0.1");
    client.on("error", () => {});
    [peer] = await dialled;
    peer.on("error", () => {});
    received.there = received.back = "";
    peer.on("data", (data) => { received.there += data; });
    client.on("data", (data) => { received.back += data; });
  }
  const say = (text) => {
    client.write(text);
    peer.write(text);
  };
  const both = (text) => until(`both ends have ${text}`, () => received.there === text && received.back === text);

  for (const direction of DIRECTIONS) {
    it(`passes everything once after it was frozen (${direction})`, async () => {
      await dial();
      say("a");
      await both("a");
      link.freeze(direction);
      say("b");
      for (const way of ["there", "back"]) {
        if (direction !== "both" && direction !== way) await until(`b goes ${way}`, () => received[way] === "ab");
      }
      assert.equal(received[direction === "back" ? "back" : "there"], "a");
      link.heal();
      say("c");
      await both("abc");
      link.freeze(direction);
      link.heal();
      say("d");
      await both("abcd");
    });
  }

  it("keeps those waiting who come while it is frozen", async () => {
    link.freeze();
    const dialled = dial();
    link.heal();
    await dialled;
    say("a");
    await both("a");
  });

  it("does not tell of an end while it is frozen", async () => {
    await dial();
    link.freeze();
    let ended = false;
    client.on("end", () => { ended = true; });
    peer.end("bye");
    await once(peer, "finish");
    assert.equal(ended, false);
    link.heal();
    await until("the end is told, after what came before", () => ended && received.back === "bye");
  });

  it("resets connections, and refuses new ones until it is healed", async () => {
    await dial();
    const broken = closed(client);
    link.cut();
    await broken;
    const refused = connect(door.port, "127.0.0.1");
    refused.on("error", () => {});
    await closed(refused);
    link.heal();
    await dial();
    say("a");
    await both("a");
  });
});
