// The benchmarks' data: 51 rooms with one lot each, a catalog of 300 lots to page through, drafts to import into, and
// catalogs of lots whose pictures nobody has looked at.
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

/** Catalogs of new lots, each with so many pictures, one a lot; the files are `photos/1.jpg` and so on. */
export const NEW = { "Новинки к импорту": 250, "Новинки без бомб": 100, "Новинки с бомбами": 100 };
export const NEW_PICTURES = Object.values(NEW).reduce((sum, count) => sum + count, 0);

function newLots() {
  let file = 0;
  return Object.entries(NEW).flatMap(([key, count]) =>
    Array.from({ length: count }, (_, n) => ({ ...lot(key, n + 1), images: [`photos/${++file}.jpg`] })),
  );
}

export function seed(people, { pictures = false } = {}) {
  const rooms = Array.from({ length: ROOMS }, (_, n) => `Зал ${String(n).padStart(2, "0")}`);
  return {
    brand: null,
    categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
    people: [MANAGER, ...crowd(people)],
    houses: [{ ...house(people), staff: { owner: [], manager: [MANAGER.key], newsmaker: [] } }],
    catalogs: [
      ...[...rooms, "Каталог", ...(pictures ? Object.keys(NEW) : [])].map((key) => catalog(key, 1, "+1d")),
      ...IMPORTED.map(draft),
    ],
    lots: [
      ...rooms.map((key) => lot(key, 1)),
      ...Array.from({ length: PAGED }, (_, n) => lot("Каталог", n + 1)),
      ...(pictures ? newLots() : []),
    ],
  };
}
