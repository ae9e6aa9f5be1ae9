import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Icon, type IconName } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { makeFullCatalog, makeFullLot, NOW } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { world } from "@/testing/server";
import { CatalogState, Currency, LotState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { LotMoney } from "./LotMoney";

function show(
  currency: number,
  commission = 15,
  myParticipant: number | null = null,
  {
    isOutcomeSaid = false,
    staleSince = null,
    ...more
  }: Partial<LotShort> & { isOutcomeSaid?: boolean; staleSince?: number | null } = {},
) {
  const price = { ...makeFullLot().price, value: 335_000, currency };
  return renderPart(
    <LotMoney
      sale={{ state: CatalogState.InProcess, pause: null } as unknown as LiveSale}
      lot={makeFullLot({ price, ...more })}
      catalog={makeFullCatalog({ currency, commission })}
      myParticipant={myParticipant}
      staleSince={staleSince}
      isOutcomeSaid={isOutcomeSaid}
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

it.each([
  [null, "Лидирует Участник 217"],
  [217, "Лидируете вы"],
])("names the leader to participant %s: %s", (myParticipant, said) => {
  show(Currency.Rub, 15, myParticipant);
  expect(screen.getByText(/^Лидиру/).parentElement).toHaveTextContent(said);
});

it.each([false, true])("says how the bidding ended, unless the bid bar does: %s", (isOutcomeSaid) => {
  show(Currency.Rub, 15, null, { isOutcomeSaid, state: LotState.Sold, isBiddingOver: true });
  expect(screen.getByText("Цена продажи")).toBeInTheDocument();
  expect(screen.queryAllByText(/^Продан участнику 217/)).toHaveLength(isOutcomeSaid ? 0 : 1);
});

it.each([
  ["a lot with an end", makeFullLot().endTradeTime, "Нет данных о времени"],
  ["a lot that the hammer ends", null, "Нет связи"],
])(
  "while the line is down, says of %s what is not known, without the sign of a pause",
  (_name, end, said) => {
    const { container } = show(Currency.Rub, 15, null, { endTradeTime: end, staleSince: NOW });
    expect(screen.getByText(said)).toBeInTheDocument();
    const sign = (name: IconName) =>
      render(<Icon name={name} />)
        .container.querySelector("path")
        ?.getAttribute("d");
    const signs = [...container.querySelectorAll("path")].map((path) => path.getAttribute("d"));
    expect(signs).toContain(sign("netoff"));
    expect(signs).not.toContain(sign("pause"));
  },
);
