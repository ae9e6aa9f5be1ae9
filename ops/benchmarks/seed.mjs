// What is measured on: 51 rooms with one lot each, and a catalog of 300 lots to page through.
import { catalog, crowd, house, lot } from "../chaos/sale.mjs";

const ROOMS = 51;
const PAGED = 300;

export function seed(people) {
  const rooms = Array.from({ length: ROOMS }, (_, n) => `Зал ${String(n).padStart(2, "0")}`);
  return {
    brand: null,
    categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
    people: crowd(people),
    houses: [house(people)],
    catalogs: [...rooms.map((key) => catalog(key, 1, "+1d")), catalog("Каталог", 1, "+1d")],
    lots: [...rooms.map((key) => lot(key, 1)), ...Array.from({ length: PAGED }, (_, n) => lot("Каталог", n + 1))],
  };
}
