// A scenario: a server with a seed, some people, and what must hold at the end whatever was tried:
// no page has complained. On a failure every screen is photographed and the server's words are shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Browser, chromium } from "playwright-core";
import { Person, type Screen } from "./person.ts";
import { Server } from "./server.ts";

const LIMIT_MS = 180_000;
const LOG_TAIL = 6_000;

export interface Stage {
  server: Server;
  /** A visitor at a browser of his own. */
  visitor(name: string, screen?: Screen): Promise<Person>;
  /** The same, logged in as this account, on the page `path`. */
  member(email: string, path: string, screen?: Screen): Promise<Person>;
}

async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    // As root Chromium has no sandbox of its own to offer.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-dev-shm-usage"],
  });
}

export function scenario(name: string, fixture: string, play: (stage: Stage) => Promise<void>): void {
  test(name, { timeout: LIMIT_MS }, async () => {
    const server = await Server.start(fixture);
    const people: Person[] = [];
    let browser: Browser | undefined;
    try {
      const opened = await launch();
      browser = opened;
      const visitor: Stage["visitor"] = async (who, screen) => {
        const person = await Person.at(opened, server, who, screen);
        people.push(person);
        return person;
      };
      const member: Stage["member"] = async (email, path, screen) => {
        const person = await visitor(email.replace(/@.*/, ""), screen);
        await person.open("/");
        await person.login(email);
        await person.open(path);
        return person;
      };
      await play({ server, visitor, member });
      for (const person of people)
        assert.deepEqual(person.complaints, [], `${person.name}'s page complained`);
    } catch (error) {
      for (const person of people) {
        await person.photograph(name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")).catch(() => undefined);
        if (person.complaints.length) console.error(`${person.name}:\n  ${person.complaints.join("\n  ")}`);
      }
      console.error(`the server's last words:\n${server.log.slice(-LOG_TAIL)}`);
      throw error;
    } finally {
      for (const person of people) await person.leave().catch(() => undefined);
      await browser?.close();
      await server.stop();
    }
  });
}
