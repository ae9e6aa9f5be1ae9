import { expect, it } from "vitest";
import { makeFullLot } from "@/testing/factories";
import { aloudOf } from "./aloud";

it("sorts a description into what is read out, each sentence once", () => {
  const lot = makeFullLot({
    materials: "Холст, масло",
    size: "60 × 80 см",
    period: "Конец XIX века",
    notes: "Без рамы",
    auctioneerNote: "Владелец в зале, третий ряд",
    descriptionRu:
      "Ночное море и высокая луна. Прежде — в собрании врача А. Я. Гринёва, с 1894 г. Киев. Выставлялось в 1911 году.\nСостояние: кракелюр по небу.",
  });
  expect(aloudOf(lot).map(({ term, text }) => [term, text])).toEqual([
    ["Ваша заметка", "Владелец в зале, третий ряд"],
    ["Работа", "Холст, масло, 60\u00a0×\u00a080\u00a0см, конец XIX века"],
    ["Состояние", "кракелюр по небу."],
    ["Происхождение", "Прежде — в собрании врача А. Я. Гринёва, с 1894 г. Киев."],
    ["Выставки", "Выставлялось в 1911 году."],
    ["Примечания", "Без рамы"],
    ["Описание", "Ночное море и высокая луна."],
  ]);
});

it("has nothing to read out about a lot without texts", () => {
  const lot = makeFullLot({ materials: null, size: null, period: null, notes: null, descriptionRu: null });
  expect(aloudOf(lot)).toEqual([]);
});
