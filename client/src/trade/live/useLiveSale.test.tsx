import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it } from "vitest";
import type { Lot, LotUpdate } from "@/lib/api/types";
import { makeFullCatalog, makeFullLot, makeLeadingBet, makeSnapshot, pageOf } from "@/testing/factories";
import { makeBet, updateOf } from "@/testing/lot";
import { renderPart } from "@/testing/render";
import { json, server } from "@/testing/server";
import { snapshots, socketOf } from "@/testing/socket";
import { saleLotsOptions } from "@/trade/api/lots";
import { CatalogType, LotState } from "@/trade/enums";
import { isLeader } from "@/trade/rules/position";
import { isSold } from "@/trade/rules/trading";
import { chatConnection } from "./chatConnection";
import { useLiveSale } from "./useLiveSale";

const lot = makeFullLot({ id: 48, catalogId: 10, catalogType: CatalogType.Classic, betsCount: 3 });
const catalog = makeFullCatalog({ id: 10, currentLotId: lot.id });
const leading = makeBet({ id: 3, lotId: lot.id });
const earlier = makeBet({ id: 1, lotId: lot.id, value: 160_000 });

function Feed() {
  const { bets } = useLiveSale(catalog);
  return <p>Ставок в ленте: {bets.length}</p>;
}

it("reads the history again once a version, though a hidden bet keeps it shorter than the count", async () => {
  let reads = 0;
  let answerRead = () => {};
  snapshots.set(catalog.id, makeSnapshot(catalog, lot.id));
  server.use(
    http.get("*/api/catalog/:id/lots", () => json(pageOf([lot]))),
    http.get("*/api/lots/:id", () => json(lot)),
    http.get("*/api/trade/bet/lot/:id/history", async () => {
      reads += 1;
      const first = reads === 1;
      await new Promise<void>((resolve) => {
        answerRead = resolve;
      });
      // The third bet is hidden.
      return json(pageOf(first ? [leading] : [leading, earlier]));
    }),
    http.post("*/api/chat/search", () => json(pageOf([]))),
    http.post("*/api/chat/:id/count", () => json({ count: 3 })),
  );
  renderPart(<Feed />);
  await waitFor(() => expect(reads).toBe(1));
  answerRead();
  await waitFor(() => expect(reads).toBe(2));
  expect(await screen.findByText("Ставок в ленте: 1")).toBeVisible();
  answerRead();
  expect(await screen.findByText("Ставок в ленте: 2")).toBeVisible();

  // A third read would reach the server before these calls do.
  for (let calls = 0; calls < 3; calls += 1) await fetch("/api/config");
  expect(reads).toBe(2);
});

function Leads() {
  const { lots } = useLiveSale(catalog);
  const led = lots.filter(isLeader).map((one) => one.catalogLotId);
  return <p>Лидирую: {led.join(", ") || "нигде"}</p>;
}

const ledBy = (participant: number): LotUpdate =>
  updateOf(lot, {
    betsCount: 4,
    leadingBet: makeLeadingBet({ id: 4, value: 202_400, participant }),
  });

function serveSale(detail: () => Lot) {
  snapshots.set(catalog.id, makeSnapshot(catalog, lot.id));
  server.use(
    http.get("*/api/catalog/:id/lots", () => json(pageOf([lot]))),
    http.get("*/api/lots/:id", () => json(detail())),
    http.get("*/api/trade/bet/lot/:id/history", () => json(pageOf([leading]))),
    http.post("*/api/chat/search", () => json(pageOf([]))),
    http.post("*/api/chat/:id/count", () => json({ count: 3 })),
  );
}

it("knows the leader as the viewer once the first bet has given them a number", async () => {
  serveSale(() => lot);
  renderPart(<Leads />);
  expect(await screen.findByText("Лидирую: нигде")).toBeVisible();
  await waitFor(() => expect(socketOf("/Chat").sent).toContainEqual(["JoinAnon", 10, ""]));
  act(() => {
    chatConnection.deliver(ledBy(9), null);
    chatConnection.number(catalog.id, 9);
  });
  expect(await screen.findByText("Лидирую: 12")).toBeVisible();
  act(() => chatConnection.deliver({ ...ledBy(217), version: lot.version + 2 }, null));
  expect(await screen.findByText("Лидирую: нигде")).toBeVisible();
});

it("asks for the viewer's number when an absentee order of theirs may have made its first bet", async () => {
  let mine: Partial<Lot> = { myAbsentee: 500_000, leadingBet: null };
  serveSale(() => ({ ...lot, ...mine }));
  renderPart(<Leads />);
  expect(await screen.findByText("Лидирую: нигде")).toBeVisible();
  await waitFor(() => expect(socketOf("/Chat").sent).toContainEqual(["JoinAnon", 10, ""]));
  mine = { myAbsentee: 500_000, myParticipant: 9 };
  act(() => chatConnection.deliver(ledBy(9), null));
  expect(await screen.findByText("Лидирую: 12")).toBeVisible();
});

function Shown() {
  const { current, shown, bets } = useLiveSale(catalog);
  return (
    <p>
      На торгах {current?.id}, показан {shown?.id}, ставок {bets.length}
    </p>
  );
}

it("shows the lot sold from a choice, with its bets, until the sale moves on", async () => {
  const other = { ...lot, id: 49, catalogLotId: 13, state: LotState.None, leadingBet: null, betsCount: 0 };
  const choice = { together: [12, 13], isChoice: true };
  snapshots.set(catalog.id, makeSnapshot(catalog, lot.id));
  server.use(
    http.get("*/api/catalog/:id/lots", () => json(pageOf([lot, other]))),
    http.get("*/api/lots/:id", () => json(lot)),
    http.get("*/api/trade/bet/lot/:id/history", ({ params }) =>
      json(pageOf(Number(params.id) === lot.id ? [leading, earlier] : [])),
    ),
    http.post("*/api/chat/search", () => json(pageOf([]))),
    http.post("*/api/chat/:id/count", () => json({ count: 3 })),
  );
  renderPart(<Shown />);
  expect(await screen.findByText("На торгах 48, показан 48, ставок 2")).toBeVisible();
  await waitFor(() => expect(socketOf("/Chat").sent).toContainEqual(["JoinAnon", 10, ""]));
  const sold = { state: LotState.Sold, isBiddingOver: true, betsCount: 1 };
  act(() => {
    chatConnection.deliver(
      updateOf(lot, { ...choice, state: LotState.None, leadingBet: null, betsCount: 0 }),
      null,
    );
    chatConnection.deliver(
      updateOf(other, { ...choice, ...sold, leadingBet: makeLeadingBet({ id: 4, participant: 217 }) }),
      null,
    );
  });
  expect(await screen.findByText("На торгах 48, показан 49, ставок 1")).toBeVisible();
});

describe("lots that were loaded before the room was joined", () => {
  const next = { ...lot, id: 49, catalogLotId: 13, state: LotState.None, leadingBet: null, betsCount: 0 };
  const hammered = [
    { ...lot, state: LotState.Sold, isBiddingOver: true },
    { ...next, state: LotState.InProcess },
  ];

  function Sold() {
    const { lots } = useLiveSale(catalog);
    return <p>Продано: {lots.filter(isSold).map((one) => one.catalogLotId)}</p>;
  }
  /** As with the page's first HTML. */
  function Loaded() {
    return useQuery(saleLotsOptions(catalog.id)).data && <Sold />;
  }

  /** Joins while the sale is at a lot; answers how often the lots were read. */
  async function join(currentLotId: number, loaded: Lot[] = [lot, next]) {
    let reads = 0;
    serveSale(() => lot);
    const snapshot = makeSnapshot(catalog, currentLotId);
    // Every bet raises the version.
    snapshots.set(catalog.id, { ...snapshot, catalog: { ...snapshot.catalog, version: 40 } });
    server.use(
      http.get("*/api/catalog/:id/lots", () => {
        reads += 1;
        return json(pageOf(reads === 1 ? loaded : hammered));
      }),
    );
    renderPart(<Loaded />);
    await screen.findByText(/Продано/);
    await waitFor(() => expect(socketOf("/Chat").sent).toContainEqual(["JoinAnon", 10, ""]));
    return () => reads;
  }

  it("are read again if the sale has moved on", async () => {
    const reads = await join(next.id);
    expect(await screen.findByText("Продано: 12")).toBeVisible();
    expect(reads()).toBe(2);
  });

  it("are read again if they are from before the start", async () => {
    const reads = await join(next.id, [{ ...lot, state: LotState.None }, next]);
    expect(await screen.findByText("Продано: 12")).toBeVisible();
    expect(reads()).toBe(2);
  });

  it("are not if there were bets only", async () => {
    const reads = await join(lot.id);
    // A second read would reach the server before this call does.
    await fetch("/api/config");
    expect(reads()).toBe(1);
  });
});
