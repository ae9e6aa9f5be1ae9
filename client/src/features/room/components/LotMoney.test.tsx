import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { makeFullCatalog, makeFullLot } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { world } from "@/testing/server";
import { CatalogState, Currency } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { LotMoney } from "./LotMoney";

function show(currency: number, commission = 15) {
  const price = { ...makeFullLot().price, value: 335_000, currency };
  return renderPart(
    <LotMoney
      sale={{ state: CatalogState.InProcess, pause: null } as unknown as LiveSale}
      lot={makeFullLot({ price })}
      catalog={makeFullCatalog({ currency, commission })}
      myParticipant={null}
      staleSince={null}
    />,
  );
}

it("says the price in the site's other currencies", async () => {
  world.config.exchangeRates = [
    { code: "USD", rubles: 80 },
    { code: "CNY", rubles: 10 },
  ];
  const { container, unmount } = show(Currency.Rub);
  expect(await screen.findByText("≈ 4 190 $ · ≈ 33 500 ¥")).toBeVisible();
  await expectAccessible(container);
  unmount();
  // No rate is configured for the euro.
  show(Currency.Eur);
  expect(screen.queryByText(/≈/)).not.toBeInTheDocument();
});

it("says the price with the commission, where one is charged", () => {
  const { unmount } = show(Currency.Rub);
  expect(screen.getByText("С комиссией 15 % — 385 250 ₽")).toBeInTheDocument();
  unmount();
  show(Currency.Rub, 0);
  expect(screen.queryByText(/комисси/i)).not.toBeInTheDocument();
});
