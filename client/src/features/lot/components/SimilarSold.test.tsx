import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { makeFullLot, makeLot } from "@/testing/factories";
import { serveLot } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server } from "@/testing/server";
import { LotState } from "@/trade/enums";

it("similar lots that were sold stand with their prices, four at most", async () => {
  serveLot(makeFullLot());
  server.use(
    http.get("*/api/lots/12/similar-sold", () =>
      json(
        [31, 32, 33, 34, 35].map((id) =>
          makeLot({ id, titleRu: `Полдень ${id}`, state: LotState.Sold, isBiddingOver: true }),
        ),
      ),
    ),
  );
  renderApp("/lot/12/rassvet-na-volge");
  const section = within(await screen.findByRole("region", { name: "Похожие проданные" }));
  expect(section.getAllByRole("listitem")).toHaveLength(4);
  expect(section.getByRole("link", { name: "Полдень 31" })).toHaveAttribute("href", "/lot/31/polden-31");
  expect(section.getAllByText(/^184.000.₽$/)).toHaveLength(4);
  expect(section.getAllByText("с комиссией 211 600 ₽")).toHaveLength(4);
});

it("without any there is no such section", async () => {
  serveLot(makeFullLot());
  renderApp("/lot/12/rassvet-na-volge");
  await screen.findByRole("heading", { name: "О лоте" });
  expect(screen.queryByText("Похожие проданные")).not.toBeInTheDocument();
});
