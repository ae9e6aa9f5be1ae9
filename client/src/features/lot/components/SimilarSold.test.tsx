import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { LotState } from "@/lib/enums";
import { makeFullLot, makeLot, pageOf } from "@/testing/factories";
import { serveLot } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server } from "@/testing/server";

it("similar lots that were sold stand with their prices, the lot itself left out", async () => {
  const asked: unknown[] = [];
  serveLot(makeFullLot());
  server.use(
    http.post("*/api/lots/search", async ({ request }) => {
      asked.push(await request.json());
      const sold = { state: LotState.Sold, isBiddingOver: true } as const;
      return json(pageOf([makeLot(sold), makeLot({ id: 31, titleRu: "Полдень", ...sold })]));
    }),
  );
  renderApp("/lot/12/rassvet-na-volge");
  const section = within(await screen.findByRole("region", { name: "Похожие проданные" }));
  expect(section.getAllByRole("listitem")).toHaveLength(1);
  expect(section.getByRole("link", { name: "Полдень" })).toHaveAttribute("href", "/lot/31/polden");
  expect(section.getByText(/^184.000.₽$/)).toBeVisible();
  expect(asked).toContainEqual({
    categoryIds: [1866],
    states: [LotState.Sold, LotState.Paid],
    currency: 0,
    priceFrom: 61_333,
    priceTo: 552_000,
  });
});

it("without any there is no such section", async () => {
  serveLot(makeFullLot());
  server.use(http.post("*/api/lots/search", () => json(pageOf([]))));
  renderApp("/lot/12/rassvet-na-volge");
  await screen.findByRole("heading", { name: "О лоте" });
  expect(screen.queryByText("Похожие проданные")).not.toBeInTheDocument();
});
