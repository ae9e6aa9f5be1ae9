// What people do and see in a sale, by the texts of the page.
import type { Locator, Page } from "playwright-core";
import type { Person } from "./person.ts";
import { rubles } from "./site.ts";

/** Everybody sees a bet within a second of its answer. */
export const AT_ONCE_MS = 1_000;

/** The bet is accepted, and a limit has bid above it. */
export const OVERBID = 12;

/** Runs `act` and waits for the answer of its call. Fails unless it has the code. */
async function answered(person: Person, path: RegExp, act: () => Promise<void>, expected = 0): Promise<void> {
  const answer = person.page.waitForResponse(
    (response) => response.request().method() !== "GET" && path.test(new URL(response.url()).pathname),
  );
  await act();
  const response = await answer;
  const text = await response.text();
  if (response.status() !== 200 || JSON.parse(text).code !== expected)
    throw new Error(`${person.name}: ${response.url()} answered ${response.status()} ${text}`);
}

const BET = /^\/api\/trade\/bet\/?$/;
const ABSENTEE = /^\/api\/trade\/bet\/absentee\/?$/;
const ACT = /^\/api\/trade\/(classic|parallel|catalog|bet)\/.+/;

const BID = /СДЕЛАТЬ СТАВКУ/i;

export function bidButton(person: Person): Locator {
  return person.page.getByRole("button", { name: BID }).first();
}

/**
 * The button once a press on it counts: its amount has stood long enough, the pause after the hammer is over, and no
 * call is pending.
 */
export function settled(person: Person, name: RegExp, within: Page | Locator = person.page): Locator {
  return within
    .getByRole("button", { name })
    .and(person.page.locator(":enabled:not([data-settling], [data-pending])"))
    .first();
}

/** Bets the minimum in the live room, with one tap. */
export async function bidMinimum(person: Person, expected = 0): Promise<void> {
  await answered(person, BET, () => settled(person, BID).click(), expected);
}

/** Bets the minimum on a lot's page, confirmed in the dialog. */
export async function bidInDialog(person: Person, amount: number, expected = 0): Promise<void> {
  await bidButton(person).click();
  await confirmsBet(person, amount, expected);
}

/** Confirms a bet in the dialog that is open or opens. */
export async function confirmsBet(person: Person, amount: number, expected = 0): Promise<void> {
  const dialog = person.page.getByRole("dialog");
  await dialog.waitFor();
  await answered(
    person,
    BET,
    () => settled(person, new RegExp(`Подтвердить.*${rubles(amount).source}`), dialog).click(),
    expected,
  );
}

/** Leaves an absentee bet on a lot's page. */
export async function leavesLimit(person: Person, amount: number): Promise<void> {
  await person.page.getByRole("button", { name: /заочн/i }).first().click();
  const dialog = person.page.getByRole("dialog");
  await dialog.getByLabel("Лимит заочной ставки").fill(String(amount));
  // Chips with sums may offer the same amount.
  const submit = dialog.getByRole("button", { name: rubles(amount) }).and(dialog.locator("[type=submit]"));
  await answered(person, ABSENTEE, () => submit.click());
}

/** Carries out an auctioneer's act, by the label of its key. */
export async function conduct(person: Person, key: RegExp): Promise<void> {
  await answered(person, ACT, () => settled(person, key).click());
}

/** Presses a key of the desk once the desk follows the sale and the act it stands for may begin. */
export async function strikes(person: Person, key: string, label: RegExp): Promise<void> {
  await person.sees("На связи");
  const button = settled(person, label).and(person.page.locator(":enabled"));
  await button.waitFor();
  await person.page.keyboard.press(key);
}

/** Carries out an act that asks first, by its key and «Д». */
export async function conductAsked(person: Person, key: string, label: RegExp): Promise<void> {
  await strikes(person, key, label);
  await person.page.getByRole("dialog").waitFor();
  await answered(person, ACT, () => person.page.keyboard.press("KeyL"));
}

/** Places a hall bet at the minimum for this paddle. */
export async function betOfTheHall(person: Person, paddle: string): Promise<void> {
  const { page } = person;
  await page.getByLabel("Участник зала", { exact: true }).fill(paddle);
  await answered(person, BET, () => settled(person, /^Ставка зала/).click());
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
