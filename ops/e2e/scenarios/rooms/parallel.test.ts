import assert from "node:assert/strict";
import { bidInDialog, isOutbid, leads, seesPrice, seesTimeLeft } from "../../lib/bidding.ts";
import { scenario } from "../../lib/scenario.ts";
import { lot, lotOf, sale } from "../../lib/site.ts";

const EXTENSION_MS = 300_000;

scenario(
  "the last five minutes of a parallel sale: a bet moves the end, and everybody sees it within a second",
  "saleroom",
  async ({ server, member }) => {
    const closing = await sale(server, "Торги, которые скоро закончатся");
    const before = lotOf(closing, 2);
    assert.ok(before.endTradeTime, "the lot has an end");
    assert.ok(
      Date.parse(before.endTradeTime) - Date.now() < EXTENSION_MS,
      "the sale is in its last five minutes",
    );
    const page = `/lot/${before.id}`;
    const anna = await member("trusted@demo.example", page);
    const mikhail = await member("trusted2@demo.example", page, "phone");

    await bidInDialog(anna, 2_000);
    await Promise.all([
      leads(anna),
      seesPrice(mikhail, 2_000),
      // The clock had less than four minutes left and shows five again.
      seesTimeLeft(anna, 290),
      seesTimeLeft(mikhail, 290),
    ]);
    const extended = await lot(server, before.id);
    assert.ok(extended.leadingBet && extended.endTradeTime);
    assert.equal(Date.parse(extended.endTradeTime) - Date.parse(extended.leadingBet.created), EXTENSION_MS);

    // A step in a parallel sale is a tenth of the price, rounded up to ten.
    await bidInDialog(mikhail, 2_200);
    await Promise.all([leads(mikhail), isOutbid(anna), seesPrice(anna, 2_200)]);
    const again = await lot(server, before.id);
    assert.ok(
      Date.parse(again.endTradeTime ?? "") > Date.parse(extended.endTradeTime),
      "the end moved again",
    );

    const untouched = lotOf(await sale(server, closing.title), 3);
    assert.equal(untouched.endTradeTime, lotOf(closing, 3).endTradeTime, "the other lots keep their end");
  },
);
