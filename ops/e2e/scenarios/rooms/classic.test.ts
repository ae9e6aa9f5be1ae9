import assert from "node:assert/strict";
import { betOfTheHall, bidMinimum, conduct, isOutbid, leads, seesPrice } from "../../lib/bidding.ts";
import { scenario } from "../../lib/scenario.ts";
import { lot, lotOf, sale } from "../../lib/site.ts";

scenario(
  "a classic sale: two bid against each other while a third conducts it with bets of the hall",
  "saleroom",
  async ({ server, member }) => {
    const hammer = await sale(server, "Зал с аукционистом");
    const first = lotOf(hammer, 1);
    const second = lotOf(hammer, 2);
    const anna = await member("trusted@demo.example", hammer.path);
    const mikhail = await member("trusted2@demo.example", hammer.path, "phone");
    const elena = await member("auctioneer@demo.example", hammer.path, "console");
    const everybody = [anna, mikhail, elena];
    for (const person of everybody) await person.sees(first.titleRu);

    // The first bet is the start price. Every later bet adds a step.
    await bidMinimum(anna);
    await Promise.all([leads(anna), ...everybody.map((person) => seesPrice(person, 10_000))]);

    await bidMinimum(mikhail);
    await Promise.all([leads(mikhail), isOutbid(anna)]);

    await betOfTheHall(elena, "41");
    await Promise.all([isOutbid(mikhail), isOutbid(anna)]);
    const ofTheHall = await lot(server, first.id);
    assert.equal(ofTheHall.leadingBet?.paddle, "41");
    assert.equal(ofTheHall.leadingBet?.participant, null);

    await bidMinimum(anna);
    await Promise.all([leads(anna), isOutbid(mikhail)]);

    await conduct(elena, /Продать/);
    const sold = await lot(server, first.id);
    assert.equal(sold.state, 2, "the lot is sold");
    assert.equal(sold.betsCount, 4);

    await conduct(elena, /Следующий/);
    for (const person of everybody) await person.sees(second.titleRu);
    assert.equal((await lot(server, second.id)).state, 1, "the next lot is in trade");
  },
);
