import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import { observeServerTime } from "@/lib/clock";
import { at, makeFullLot, makeUser, NOW } from "@/testing/factories";
import { makeOrder, serveLot } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";

// With the transitions that the other tests do without.
vi.hoisted(() => vi.stubEnv("MODE", "production"));

it("keeps its words while it closes, whatever it has stored", async () => {
  observeServerTime(NOW, Date.now(), Date.now());
  signIn(makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] }));
  const held = serveLot(makeFullLot(), { orders: [makeOrder()] });
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post("*/api/trade/bet/absentee", async () => {
      await asked;
      held.absentee = { catalogId: 11, lotId: 12, value: 202_400, created: at(0) };
      return json({ code: 0, message: "", lot: null });
    }),
  );
  const person = userEvent.setup();
  renderApp("/lot/12/rassvet-na-volge");
  const page = within(await screen.findByRole("region", { name: "Лот" }));
  await person.click(await page.findByRole("button", { name: /ЗАОЧНУЮ СТАВКУ$/ }));
  const dialog = await screen.findByRole("dialog");
  await person.click(await within(dialog).findByRole("button", { name: /^Оставить заочную ставку/ }));
  await within(dialog).findByRole("button", { name: "ОТПРАВЛЯЕТСЯ" });
  // All but the lot's countdown.
  const read = () => dialog.textContent?.replace(/\d+:\d\d:\d\d/, "");
  const words = read();
  const changes: unknown[] = [];
  let lingers = false;
  const watch = () => {
    if (!dialog.isConnected) return;
    if (screen.queryByText("Заочная ставка принята")) lingers = true;
    if (read() !== words) changes.push(read());
  };
  const whatever = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(watch).observe(document.body, whatever);
  answer();
  await screen.findByText("Заочная ставка принята");
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(lingers).toBe(true);
  expect(changes).toEqual([]);
});
