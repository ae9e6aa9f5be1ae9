import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { makeFullCatalog, makeFullLot } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { CatalogState, LotState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { Waiting } from "./Waiting";

const sold = makeFullLot({ id: 1, state: LotState.Sold, isBiddingOver: true });
const unsold = makeFullLot({ id: 2, state: LotState.NotSold, isBiddingOver: true });

function show(state: number, lots = [sold, unsold], more: Partial<LiveSale> = {}) {
  const sale = { state, lots, lotsLoading: false, lotsFault: null, ...more } as unknown as LiveSale;
  renderPart(<Waiting sale={sale} catalog={makeFullCatalog()} panel={null} />);
}

it("says what the sale has brought once it is over", () => {
  show(CatalogState.Completed);
  expect(screen.getByText("Продано 1 из 2 лотов на 184 000 ₽")).toBeInTheDocument();
});

it("says nothing of it where nothing was sold, or the sale was cancelled", () => {
  show(CatalogState.Completed, [unsold]);
  show(CatalogState.Canceled);
  expect(screen.queryByText(/Продано/)).not.toBeInTheDocument();
});

it("speaks of no results before the start", () => {
  show(CatalogState.Scheduled, []);
  expect(screen.getByText("Торги ещё не начались")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Смотреть каталог" })).toBeInTheDocument();
});

it("never takes lots that could not be read for a sale without lots", async () => {
  const rereadLots = vi.fn();
  show(CatalogState.InProcess, [], { lotsFault: new Error("503"), rereadLots });
  expect(screen.queryByText("Лотов для торгов нет")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
  expect(rereadLots).toHaveBeenCalled();
});
