import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { Lot, LotUpdate } from "@/lib/api/types";
import {
  makeFullCatalog,
  makeFullLot,
  makeLeadingBet,
  makeSnapshot,
  makeUser,
  pageOf,
} from "@/testing/factories";
import { updateOf } from "@/testing/lot";
import { renderPart } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { snapshots, socketOf } from "@/testing/socket";
import { CatalogType, LotState } from "@/trade/enums";
import LiveRoom from "./LiveRoom";

const ME = 5;
const RIVAL = 7;
const catalog = makeFullCatalog({ id: 10, currentLotId: 61, isAutoStart: false });

/** Lots 11, 12 and 13 at the buyer's choice; the viewer leads with 19 000. */
const [leading, second, third] = [11, 12, 13].map((number): Lot => {
  const lot = makeFullLot({
    id: 50 + number,
    catalogId: catalog.id,
    catalogLotId: number,
    catalogType: CatalogType.Classic,
    titleRu: `Этюд ${number}`,
    endTradeTime: null,
    together: [11, 12, 13],
    isChoice: true,
    myParticipant: ME,
    version: 3,
  });
  const waits = { state: LotState.None, leadingBet: null, betsCount: 0 };
  const price = { ...lot.price, start: 10_000, value: number === 11 ? 19_000 : null, minBet: 20_000 };
  const leadingBet = makeLeadingBet({ value: 19_000, participant: ME });
  return number === 11 ? { ...lot, price, leadingBet, myLastBet: 19_000 } : { ...lot, price, ...waits };
}) as [Lot, Lot, Lot];

const priceOf = (value: number | null) => ({ ...updateOf(leading).price, value });
const sold = (lot: Lot, participant = ME): LotUpdate =>
  updateOf(lot, {
    state: LotState.Sold,
    isBiddingOver: true,
    betsCount: 1,
    leadingBet: makeLeadingBet({ id: lot.id, value: 19_000, participant }),
    price: priceOf(19_000),
  });
const waiting = updateOf(leading, {
  state: LotState.None,
  leadingBet: null,
  betsCount: 0,
  price: priceOf(null),
});

async function atTheRoom() {
  signIn(makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] }));
  snapshots.set(catalog.id, { ...makeSnapshot(catalog, leading.id), myParticipant: ME });
  server.use(
    http.get("*/api/catalog/:id/lots", () => json(pageOf([leading, second, third]))),
    http.get("*/api/lots/:id", () => json(leading)),
    http.get("*/api/trade/bet/lot/:id/history", () => json(pageOf([]))),
    http.post("*/api/chat/search", () => json(pageOf([]))),
    http.post("*/api/chat/:id/count", () => json({ count: 3 })),
  );
  renderPart(<LiveRoom catalog={catalog} house={null} banner={null} accepted isStaff={false} />);
  const bar = within(await screen.findByRole("region", { name: "Ставка" }));
  await waitFor(() => expect(bar.getByRole("status")).toHaveTextContent("Вы лидируете"));
  await waitFor(() => expect(socketOf("/Chat").sent).toContainEqual(["Look", 10, leading.id, false]));
}

const hear = (update: LotUpdate) => act(() => socketOf("/Chat").push("LotUpdate", update));
const standing = () =>
  within(screen.getByRole("region", { name: "Ставка" }))
    .getByRole("status")
    .textContent?.replaceAll("\u00a0", " ");

describe("the winner of a choice of lots", () => {
  it("is told what all the lots that they took cost", async () => {
    await atTheRoom();
    hear(sold(leading));
    expect(standing()).toMatch(/^Ваша ставка победилаК оплате с комиссией 21 850 ₽/);
    hear(sold(second));
    expect(standing()).toMatch(/^Ваша ставка победилаК оплате за 2 лота с комиссией 43 700 ₽/);
  });

  it("is told so also if the leading lot was not taken, and never that the bet is beaten or cancelled", async () => {
    await atTheRoom();
    hear(waiting);
    expect(standing()).not.toMatch(/перебита|отменена/);
    hear(sold(second));
    hear(sold(third));
    expect(standing()).toMatch(/^Ваша ставка победилаК оплате за 2 лота с комиссией 43 700 ₽/);
    // The sale goes on: the lot comes up again by itself, as for anybody.
    hear(
      updateOf(leading, {
        version: 9,
        leadingBet: null,
        betsCount: 0,
        together: [],
        isChoice: false,
        price: priceOf(null),
      }),
    );
    expect(standing()).not.toMatch(/перебита|отменена|победила/);
  });
});

it("a bet that the auctioneer took back is not called beaten by the one below it", async () => {
  await atTheRoom();
  hear(
    updateOf(leading, {
      leadingBet: makeLeadingBet({ value: 18_000, participant: RIVAL }),
      price: priceOf(18_000),
    }),
  );
  expect(standing()).toBe("Ваша ставка отмененаЛидирует Участник 7");
});
