import type { Catalog, GridLot, House, StepRow } from "@/lib/api/types";
import { count, dayMonthTime, moscowField, price } from "@/lib/format";
import { CatalogType } from "@/trade/enums";
import { ladderOf } from "@/trade/rules/ladder";
import { cabinetUrl } from "./sections";

export type Tone = "bad" | "warn" | "ok";

/** Where a finding is mended: the editor of each lot, the table of lots, the catalog's page, or the house's profile. */
export interface Mend {
  place: "lot" | "lots" | "catalog" | "profile";
  /** Its field there. */
  field?: string;
}

export interface Finding {
  id: string;
  tone: Tone;
  title: string;
  note?: string;
  mend?: Mend;
  /** The lots it is about. */
  lots?: readonly Pick<GridLot, "id" | "catalogLotId" | "titleRu">[];
}

type CheckedLot = Pick<
  GridLot,
  "id" | "catalogLotId" | "titleRu" | "img" | "categoryId" | "price" | "hidden"
>;

export interface Checked {
  catalog: Pick<
    Catalog,
    | "catalogType"
    | "calculationType"
    | "isAutoStart"
    | "startDate"
    | "endDate"
    | "commission"
    | "auctioneers"
    | "stepsTable"
    | "currency"
  >;
  house: Pick<House, "paymentAndDelivery">;
  lots: readonly CheckedLot[];
  /** How many are invited to conduct the sale and have not answered. */
  invited: number;
  /** The server's time, Unix ms. */
  now: number;
}

const LOT = ["лот", "лота", "лотов"] as const;
const OF_LOT = ["лота", "лотов", "лотов"] as const;

/** Days without work in Russia, as month and day. */
const HOLIDAYS = new Set([
  ...["01-01", "01-02", "01-03", "01-04", "01-05", "01-06", "01-07", "01-08"],
  ...["02-23", "03-08", "05-01", "05-09", "06-12", "11-04"],
]);

/** Nobody bids or answers the telephone between these hours in Moscow. */
const NIGHT = { from: 23, until: 9 };

/** One finding about the lots a test fails for; a good one when it fails for none. */
function about(
  id: string,
  lots: readonly CheckedLot[],
  failing: (lot: CheckedLot) => boolean,
  words: {
    tone: "bad" | "warn";
    title: (lots: string) => string;
    ok: string;
    why?: string;
    /** Of the lot's editor. */
    field: string;
  },
): Finding {
  const found = lots.filter(failing);
  if (found.length === 0) return { id, tone: "ok", title: words.ok };
  return {
    id,
    tone: words.tone,
    title: words.title(count(found.length, LOT)),
    note: words.why,
    mend: { place: "lot", field: words.field },
    lots: found,
  };
}

function passed(id: "start" | "end", at: string, tone: "bad" | "warn", title: string): Finding {
  return {
    id: `${id}-past`,
    tone,
    title,
    note: dayMonthTime(at),
    mend: { place: "catalog", field: `${id}Date` },
  };
}

function moment(id: "start" | "end", at: string, what: string): Finding[] {
  const [day = "", time = ""] = moscowField(at).split("T");
  const hour = Number(time.slice(0, 2));
  const found: Finding[] = [];
  if (hour >= NIGHT.from || hour < NIGHT.until) {
    found.push({
      id: `${id}-night`,
      tone: "warn",
      title: `${what} ночью`,
      note: dayMonthTime(at),
      mend: { place: "catalog", field: `${id}Date` },
    });
  }
  if (HOLIDAYS.has(day.slice(5))) {
    found.push({
      id: `${id}-holiday`,
      tone: "warn",
      title: `${what} в праздник`,
      note: dayMonthTime(at),
      mend: { place: "catalog", field: `${id}Date` },
    });
  }
  return found;
}

/** The times: dates that must be there, and hours at which few would take part. */
function times({ catalog, now }: Checked): Finding[] {
  const { startDate, endDate, catalogType, isAutoStart } = catalog;
  const parallel = catalogType === CatalogType.Parallel;
  const found: Finding[] = [];
  if (startDate === null) {
    found.push({
      id: "start",
      tone: isAutoStart || parallel ? "bad" : "warn",
      title: "Не указано начало торгов",
      note: isAutoStart ? "Без него торги не начнутся сами" : "Без него покупатели не узнают, когда прийти",
      mend: { place: "catalog", field: "startDate" },
    });
  } else {
    if (Date.parse(startDate) < now) found.push(passed("start", startDate, "warn", "Дата начала уже прошла"));
    found.push(...moment("start", startDate, "Начало торгов"));
  }
  if (parallel) {
    if (endDate === null) {
      found.push({
        id: "end",
        tone: "bad",
        title: "Не указано окончание торгов",
        note: "Параллельные торги заканчиваются по времени",
        mend: { place: "catalog", field: "endDate" },
      });
    } else if (startDate !== null && Date.parse(endDate) <= Date.parse(startDate)) {
      found.push({
        id: "end",
        tone: "bad",
        title: "Окончание раньше начала",
        mend: { place: "catalog", field: "endDate" },
      });
    } else {
      // Such a sale cannot start.
      if (Date.parse(endDate) <= now) found.push(passed("end", endDate, "bad", "Дата окончания уже прошла"));
      found.push(...moment("end", endDate, "Окончание торгов"));
    }
  }
  if (found.length === 0) {
    found.push({ id: "times", tone: "ok", title: "Даты указаны, не ночью и не в праздник" });
  }
  return found;
}

/** The rows of a step table that leave a hole or lead nowhere. */
export function stepFaults(table: readonly StepRow[], lowest: number | null): string[] {
  const faults: string[] = [];
  const [first] = table;
  if (!first) return ["Таблица пуста"];
  if (lowest !== null && first.start > lowest) {
    faults.push(`Нет шага для цен от ${price(lowest)} до ${price(first.start)}`);
  }
  for (const [i, row] of table.entries()) {
    const before = table[i - 1];
    if (row.step <= 0) faults.push(`С ${price(row.start)} нет шага`);
    if (!before) continue;
    if (row.start <= before.start) {
      faults.push(`Строка «с ${price(row.start)}» стоит не по порядку`);
    } else if (row.step < before.step) {
      faults.push(`С ${price(row.start)} шаг меньше, чем до этого`);
    } else if ((row.start - before.start) % Math.max(1, before.step) !== 0) {
      faults.push(`Шаг ${price(before.step)} не попадает в ${price(row.start)}`);
    }
  }
  return faults;
}

function steps({ catalog, lots }: Checked): Finding {
  if (ladderOf(catalog).percent) {
    return { id: "steps", tone: "ok", title: "Шаг десять процентов от цены" };
  }
  const lowest = lots.length > 0 ? Math.min(...lots.map((lot) => lot.price.start)) : null;
  const faults = stepFaults(catalog.stepsTable ?? [], lowest);
  if (faults.length === 0) return { id: "steps", tone: "ok", title: "Шаги без пропусков" };
  return {
    id: "steps",
    tone: "warn",
    title: "В таблице шагов есть пропуски",
    note: faults.slice(0, 3).join(". "),
    mend: { place: "catalog", field: "steps" },
  };
}

/** The server compares: only admins see the amounts. */
function reserves({ lots }: Checked): Finding[] {
  const found = [
    about("reserve-above", lots, (lot) => lot.price.reserveAboveEstimate, {
      field: "reserve",
      tone: "warn",
      title: (n) => `Резерв выше эстимейта: ${n}`,
      why: "покупатели ждут меньшей цены",
      ok: "",
    }),
    about("reserve-below", lots, (lot) => lot.price.reserveBelowStart, {
      field: "reserve",
      tone: "warn",
      title: (n) => `Резерв ниже стартовой цены: ${n}`,
      why: "он ничего не защищает",
      ok: "",
    }),
  ].filter(({ tone }) => tone !== "ok");
  if (found.length > 0) return found;
  return lots.some(({ price }) => price.hasReserve)
    ? [{ id: "reserves", tone: "ok", title: "Резервы не ниже старта и не выше эстимейта" }]
    : [{ id: "reserves", tone: "ok", title: "Резервов нет" }];
}

function ofLots(checked: Checked): Finding[] {
  const { lots } = checked;
  return [
    { id: "lots", tone: "ok", title: `В каталоге ${count(lots.length, LOT)}` },
    about("pictures", lots, ({ img }) => img === null, {
      field: "pictures",
      tone: "bad",
      title: (n) => `Без фотографий: ${n}`,
      ok: "Фотографии есть у всех лотов",
    }),
    about("prices", lots, (lot) => lot.price.start <= 0, {
      field: "start",
      tone: "bad",
      title: (n) => `Без стартовой цены: ${n}`,
      ok: `Цены есть у всех ${count(lots.length, OF_LOT)}`,
    }),
    about("categories", lots, ({ categoryId }) => categoryId === null, {
      field: "categoryId",
      tone: "bad",
      title: (n) => `Без категории: ${n}`,
      why: "их не найдут в разделах",
      ok: "Категории есть у всех лотов",
    }),
    ...reserves(checked),
  ];
}

/** What to fix before a sale is scheduled; errors first, then remarks, then what is in order. */
export function preflight(checked: Checked): Finding[] {
  const { catalog, house } = checked;
  const lots = checked.lots.filter(({ hidden }) => !hidden);
  const visible = { ...checked, lots };
  const found: Finding[] =
    lots.length === 0
      ? [{ id: "lots", tone: "bad", title: "В каталоге нет лотов", mend: { place: "lots" } }]
      : ofLots(visible);
  found.push(...times(checked), steps(visible));
  if (catalog.catalogType === CatalogType.Classic && !catalog.isAutoStart) {
    const named = catalog.auctioneers ?? [];
    found.push(
      named.length === 0
        ? {
            id: "auctioneer",
            tone: "bad",
            title: "Не назначен аукционист",
            note:
              checked.invited > 0
                ? `Приглашение отправлено, но ещё не принято: ${checked.invited}. Без аукциониста торги не пойдут`
                : "Торги ведёт человек: без него они не пойдут",
            mend: { place: "catalog", field: "auctioneer" },
          }
        : {
            id: "auctioneer",
            tone: "ok",
            title: `Аукционист: ${named.map(({ displayName }) => displayName).join(", ")}`,
            note: checked.invited > 0 ? `Ещё не приняли приглашение: ${checked.invited}` : undefined,
          },
    );
  }
  const terms = house.paymentAndDelivery.text?.replace(/<[^>]*>/g, "").trim() ?? "";
  found.push(
    terms === ""
      ? {
          id: "payment",
          tone: "bad",
          title: "Нет условий оплаты и доставки",
          note: "Покупатели читают их до ставки",
          mend: { place: "profile", field: "terms" },
        }
      : { id: "payment", tone: "ok", title: "Условия оплаты и доставки указаны" },
  );
  if (catalog.commission === 0) {
    found.push({
      id: "commission",
      tone: "warn",
      title: "Комиссия 0 %",
      note: "Покупатели заплатят только цену молотка",
      mend: { place: "catalog", field: "commission" },
    });
  }
  const order: readonly Tone[] = ["bad", "warn", "ok"];
  return found.sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
}

/** The address where a finding is mended; of the lots it is about, the first one's. */
export function mendUrl(
  { mend, lots = [] }: Finding,
  catalog: Pick<Catalog, "id" | "houseId">,
  lot = lots[0],
): string | null {
  if (!mend) return null;
  const { houseId, id } = catalog;
  const field = mend.field ? `?field=${mend.field}` : "";
  switch (mend.place) {
    case "lot":
      return lot ? cabinetUrl(houseId, `lots/${lot.id}${field}`) : null;
    case "lots":
      return cabinetUrl(houseId, `lots?catalog=${id}`);
    case "catalog":
      return cabinetUrl(houseId, `catalogs/${id}${field}`);
    case "profile":
      return cabinetUrl(houseId, `profile${field}`);
  }
}

export function tally(findings: readonly Finding[]): { bad: number; warn: number } {
  return {
    bad: findings.filter(({ tone }) => tone === "bad").length,
    warn: findings.filter(({ tone }) => tone === "warn").length,
  };
}
