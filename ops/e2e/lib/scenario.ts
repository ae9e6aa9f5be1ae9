// A scenario: a seeded server and some people. At the end no page may have complained. On a failure
// every page is photographed and the server's last output is printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Browser, chromium } from "playwright-core";
import { Person, type Screen } from "./person.ts";
import { Server } from "./server.ts";

const LIMIT_MS = 600_000;
const LOG_TAIL = 6_000;

export interface Stage {
  server: Server;
  /** A visitor in a separate browser context. */
  visitor(name: string, screen?: Screen): Promise<Person>;
  /** The same, signed in to this account, on the page `path`. */
  member(email: string, path: string, screen?: Screen): Promise<Person>;
}

async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    // Chromium cannot sandbox itself as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-dev-shm-usage"],
  });
}

export function scenario(
  name: string,
  fixture: string,
  play: (stage: Stage) => Promise<void>,
  settings: NodeJS.ProcessEnv = {},
): void {
  test(name, { timeout: LIMIT_MS }, async ({ signal }) => {
    const server = await Server.start(fixture, settings);
    const people: Person[] = [];
    let browser: Browser | undefined;
    // What waits for a page fails once the browser is gone; otherwise the scenario would go on after its time.
    signal.addEventListener("abort", () => void browser?.close());
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
