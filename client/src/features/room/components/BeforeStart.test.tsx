import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { observeServerTime } from "@/lib/clock";
import { expectAccessible } from "@/testing/axe";
import { at, MINUTE, makeFullCatalog, makeFullLot, NOW } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { CatalogState } from "@/trade/enums";
import { BeforeStart } from "./BeforeStart";

const lot = makeFullLot({ leadingBet: null });
const catalog = makeFullCatalog({ state: CatalogState.Scheduled, startDate: at(10 * MINUTE) });

it("counts down to the start and offers no bet", async () => {
  observeServerTime(NOW, Date.now(), Date.now());
  const { container } = renderPart(
    <BeforeStart catalog={catalog} lot={lot} limit={null} standing={null} isVisitor={false} />,
  );
  expect(screen.getByText("Торги ещё не начались")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent(/10минут/);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Страница лота" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/lot\/12\//),
  );
  await expectAccessible(container);
});

it("says when the viewer's limit acts, and that the auctioneer is awaited once the time has come", () => {
  observeServerTime(NOW, Date.now(), Date.now());
  const late = { ...catalog, startDate: at(-MINUTE) };
  renderPart(
    <BeforeStart
      catalog={late}
      lot={lot}
      limit={90_000}
      standing={null}
      isVisitor={false}
      onAbsentee={() => undefined}
    />,
  );
  expect(screen.getByText(/Ваш лимит 90.000.₽/)).toBeVisible();
  expect(screen.getByText("Вступит в торг, когда лот откроется")).toBeVisible();
  expect(screen.getByText(/^Ждём аукциониста/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Заочная ставка" })).toBeEnabled();
});

it("says how a bet stands that was made before the start", () => {
  observeServerTime(NOW, Date.now(), Date.now());
  const standing = { position: "outbid", detail: "Ведёт участник 217" } as const;
  renderPart(<BeforeStart catalog={catalog} lot={lot} limit={null} standing={standing} isVisitor={false} />);
  expect(screen.getByText("Ваша ставка перебита")).toBeVisible();
  expect(screen.getByText("Ведёт участник 217")).toBeVisible();
});

it("offers a visitor the registration while there is time for it", () => {
  observeServerTime(NOW, Date.now(), Date.now());
  renderPart(<BeforeStart catalog={catalog} lot={lot} limit={null} standing={null} isVisitor />);
  expect(screen.getByRole("button", { name: "Зарегистрироваться" })).toBeEnabled();
});
