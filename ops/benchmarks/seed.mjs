// The benchmarks' data: 51 rooms with one lot each, a catalog of 300 lots to page through, and drafts to import into.
import { catalog, crowd, house, lot } from "../chaos/sale.mjs";

const ROOMS = 51;
const PAGED = 300;
/** The drafts to import into, and the account that imports. */
export const IMPORTED = ["Таблица", "Архив"];
export const MANAGER = {
  key: "manager",
  displayName: "Менеджер",
  email: "manager@demo.example",
  phone: "+79000000002",
  roles: [],
};

const draft = (key) => ({ ...catalog(key, 0, null), state: 4, startDate: null });

export function seed(people) {
  const rooms = Array.from({ length: ROOMS }, (_, n) => `Зал ${String(n).padStart(2, "0")}`);
  return {
    brand: null,
    categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
    people: [MANAGER, ...crowd(people)],
    houses: [{ ...house(people), staff: { owner: [], manager: [MANAGER.key], newsmaker: [] } }],
    catalogs: [...rooms.map((key) => catalog(key, 1, "+1d")), catalog("Каталог", 1, "+1d"), ...IMPORTED.map(draft)],
    lots: [...rooms.map((key) => lot(key, 1)), ...Array.from({ length: PAGED }, (_, n) => lot("Каталог", n + 1))],
  };
}
