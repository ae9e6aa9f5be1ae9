import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { FoundIn, LotShort } from "@/lib/api/types";
import { makeLot } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { LotCard } from "./LotCard";

const { price } = makeLot();

it.each<[string, Partial<LotShort>, boolean]>([
  ["a price", {}, true],
  ["an estimate", { price: { ...price, value: null }, betsCount: 0 }, false],
  ["a price without a commission", { commission: 0 }, false],
  ["a lot that goes with another", { catalogLotId: 13, together: [12, 13] }, false],
])("%s stands with the all-in sum: %o, %s", (_name, extra, stands) => {
  renderPart(<LotCard lot={makeLot(extra)} />);
  expect(screen.getByRole("article")).toBeVisible();
  expect(screen.queryAllByText("с комиссией 211 600 ₽")).toHaveLength(stands ? 1 : 0);
});

it.each([
  [true, "Лот 1 · Пейзаж"],
  [false, "Лот 1"],
])("names its sale beside the number, unless the list is of one sale: %o", async (withSale, said) => {
  renderPart(
    <LotCard
      lot={makeLot({ catalogLotId: 1, catalogTitle: "Пейзаж", classCode: null })}
      withSale={withSale}
    />,
  );
  expect(await screen.findByText(said)).toBeVisible();
});

it.each([
  ["Вечерние торги. Русская живопись", "Вечерние торги"],
  ["Постаукцион: не проданное осенью", "Постаукцион"],
  ["«Северное сияние». Графика", "«Северное сияние»"],
  ["Итоги 2026. Живопись", "Итоги 2026"],
  ["Коллекция А. П. Чехова", "Коллекция А. П. Чехова"],
  ["Лучшее 2026 г. Графика", "Лучшее 2026 г. Графика"],
  ["Гравюра", "Гравюра"],
])("«%s» is named «%s»", async (catalogTitle, said) => {
  renderPart(<LotCard lot={makeLot({ catalogLotId: 1, catalogTitle, classCode: null })} />);
  expect(await screen.findByText(`Лот 1 · ${said}`)).toBeVisible();
});

it("shows the limit above a bet that leads", () => {
  renderPart(<LotCard lot={makeLot()} position="leading" limit={300_000} />);
  expect(screen.getByText("Вы лидируете")).toBeVisible();
  expect(screen.getByText("Ваш лимит 300 000 ₽")).toBeVisible();
});

it.each<[FoundIn | null, string]>([
  ["description", "Найдено в описании"],
  ["region", "Найдено в месте создания"],
  ["materials", "Холст, масло"],
  ["period", "1893"],
  [null, "1893"],
])("a lot found in %s says «%s»", (foundIn, told) => {
  renderPart(<LotCard lot={{ ...makeLot(), foundIn }} highlight="масло" />);
  expect(
    screen.getByText(
      (_, element) => element?.tagName === "P" && element.textContent === told.replace("в ", "в\u00a0"),
    ),
  ).toBeVisible();
  expect(document.querySelectorAll("mark")).toHaveLength(foundIn === "materials" ? 1 : 0);
});
