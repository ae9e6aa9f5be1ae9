// The benchmarks' data: 51 rooms with one lot each, a catalog of 300 lots to page through, drafts to import into, and
// catalogs of lots whose pictures nobody has looked at.
import { catalog, crowd, house, lot } from "../faults/sale.mjs";

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

/** The new lots that are looked at during an import, and those of one part of a round of picture bombs. */
export const TO_IMPORT = "Новинки к импорту";
export const withoutBombs = (round) => `Новинки без бомб ${round}`;
export const withBombs = (round) => `Новинки с бомбами ${round}`;

/** How many new lots each catalog has, with one picture each, for so many rounds of picture bombs. */
export function newLots(rounds) {
  const counts = { [TO_IMPORT]: 250 };
  for (let round = 1; round <= rounds; round += 1) Object.assign(counts, { [withoutBombs(round)]: 100, [withBombs(round)]: 100 });
  return counts;
}
export const pictureCount = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Lots with pictures that nobody has looked at; the files are `photos/1.jpg` and so on. */
function pictured(counts) {
  let file = 0;
  return Object.entries(counts).flatMap(([key, count]) =>
    Array.from({ length: count }, (_, n) => ({ ...lot(key, n + 1), images: [`photos/${++file}.jpg`] })),
  );
}

export function seed(people, { pictures = {} } = {}) {
  const rooms = Array.from({ length: ROOMS }, (_, n) => `Зал ${String(n).padStart(2, "0")}`);
  return {
    brand: null,
    categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
    people: [MANAGER, ...crowd(people)],
    houses: [{ ...house(people), staff: { owner: [], manager: [MANAGER.key], newsmaker: [] } }],
    catalogs: [
      ...[...rooms, "Каталог", ...Object.keys(pictures)].map((key) => catalog(key, 1, "+1d")),
      ...IMPORTED.map(draft),
    ],
    lots: [
      ...rooms.map((key) => lot(key, 1)),
      ...Array.from({ length: PAGED }, (_, n) => lot("Каталог", n + 1)),
      ...pictured(pictures),
    ],
  };
}
