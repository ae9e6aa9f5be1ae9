// What people do and see in a sale, in the words that the page uses.
import { setTimeout as pause } from "node:timers/promises";
import type { Locator } from "playwright-core";
import type { Person } from "./person.ts";
import { rubles } from "./site.ts";

/** «Both see it within a second» of the bet's answer. */
export const AT_ONCE_MS = 1_000;

/** Waits for the answer of the call that `act` sets off, and fails if it is a refusal. */
async function answered(person: Person, path: RegExp, act: () => Promise<void>): Promise<void> {
  const answer = person.page.waitForResponse(
    (response) => response.request().method() !== "GET" && path.test(new URL(response.url()).pathname),
  );
  await act();
  const response = await answer;
  const text = await response.text();
  if (response.status() !== 200 || JSON.parse(text).code !== 0)
    throw new Error(`${person.name}: ${response.url()} answered ${response.status()} ${text}`);
}

const BET = /^\/api\/trade\/bet\/?$/;
const ACT = /^\/api\/trade\/(classic|parallel|catalog|bet)\/.+/;

export function bidButton(person: Person): Locator {
  return person.page.getByRole("button", { name: /СДЕЛАТЬ СТАВКУ/i }).first();
}

/** A tap is taken for a bet only on an amount that has stood on the button for 0.4 s. */
const READING_MS = 500;

/** One tap in the live room, after the amount was read: the smallest bet. */
export async function bidMinimum(person: Person): Promise<void> {
  await bidButton(person).waitFor();
  await pause(READING_MS);
  await answered(person, BET, () => bidButton(person).click());
}

/** On a lot's page: the smallest bet, chosen and confirmed in the dialog. */
export async function bidInDialog(person: Person, amount: number): Promise<void> {
  await bidButton(person).click();
  const dialog = person.page.getByRole("dialog");
  await dialog.waitFor();
  await answered(person, BET, () =>
    dialog.getByRole("button", { name: new RegExp(`Подтвердить.*${rubles(amount).source}`) }).click(),
  );
}

/** The desk takes no act for this long after the hammer: it may have been meant for the lot before. */
const AFTER_HAMMER_MS = 900;

/** An act of the auctioneer, by the key's name. */
export async function conduct(person: Person, key: RegExp): Promise<void> {
  await pause(AFTER_HAMMER_MS);
  await answered(person, ACT, () => person.page.getByRole("button", { name: key }).first().click());
}

/** A bet of the hall at the smallest amount, for this paddle. */
export async function betOfTheHall(person: Person, paddle: string): Promise<void> {
  const { page } = person;
  await page.getByLabel("Участник", { exact: true }).fill(paddle);
  await pause(READING_MS);
  await answered(person, BET, () =>
    page
      .getByRole("button", { name: /^Ставка зала/ })
      .first()
      .click(),
  );
}

export async function leads(person: Person, withinMs = AT_ONCE_MS): Promise<void> {
  await person.sees("Вы лидируете", withinMs);
}

export async function isOutbid(person: Person, withinMs = AT_ONCE_MS): Promise<void> {
  await person.sees("Ваша ставка перебита", withinMs);
}

export async function seesPrice(person: Person, amount: number, withinMs = AT_ONCE_MS): Promise<void> {
  await person.sees(rubles(amount), withinMs);
}

/** Waits until the lot's clock shows at least this much. */
export async function seesTimeLeft(person: Person, seconds: number, withinMs = AT_ONCE_MS): Promise<void> {
  await person.page
    .waitForFunction(
      (least) => {
        const shown =
          document.querySelector('main [role="timer"]')?.textContent?.match(/\d+/g)?.map(Number) ?? [];
        const units = [1, 60, 3_600, 86_400];
        const left = shown.toReversed().reduce((sum, number, at) => sum + number * (units[at] ?? 0), 0);
        return left >= least;
      },
      seconds,
      { timeout: withinMs },
    )
    .catch(() => {
      throw new Error(`${person.name}'s clock does not show ${seconds} s or more within ${withinMs} ms`);
    });
}
