import { describe, expect, it } from "vitest";
import { vectors } from "@/testing/vectors";
import { fileSize } from "./fileSize";
import {
  clock,
  count,
  duration,
  monogram,
  moscow,
  moscowField,
  ofMoscowField,
  phone,
  plural,
  price,
  priceRange,
  quoted,
  secondsOf,
  shortPrice,
  siteUrl,
  thousands,
  typeset,
  typesetSize,
} from "./format";

type Vector =
  | { kind: "plural"; n: number; forms: [string, string, string]; text: string }
  | { kind: "thousands" | "shortPrice"; n: number; text: string }
  | { kind: "moscow"; ms: number; text: string }
  | { kind: "phone"; digits: string; text: string }
  | { kind: "siteUrl"; site: string; text: string };

/** The vectors have plain spaces where the client writes no-break ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

function formatted(v: Vector): string {
  switch (v.kind) {
    case "plural":
      return plural(v.n, v.forms);
    case "thousands":
      return thousands(v.n);
    case "shortPrice":
      return shortPrice(v.n);
    case "moscow":
      return moscow(v.ms);
    case "phone":
      return phone(v.digits);
    case "siteUrl":
      return siteUrl(v.site);
  }
}

describe("the golden vectors of what people read", () => {
  const all = vectors<Vector>("format.json");

  it("are all of known kinds", () => {
    expect(new Set(all.map((v) => v.kind))).toEqual(
      new Set(["plural", "thousands", "shortPrice", "moscow", "phone", "siteUrl"]),
    );
  });

  it.each(all)("$kind → $text", (vector) => {
    expect(plain(formatted(vector))).toBe(vector.text);
  });
});

describe("price", () => {
  it("writes the sign of every currency after the figure, with no-break spaces", () => {
    expect(price(1_250_000)).toBe("1\u00a0250\u00a0000\u00a0₽");
    expect(price(12_400, 1)).toBe("12\u00a0400\u00a0€");
    expect(price(50, 2)).toBe("50\u00a0$");
  });

  it("names the currency of a range once", () => {
    expect(plain(priceRange(90_000, 120_000))).toBe("90 000 – 120 000 ₽");
    expect(plain(priceRange(90, 120, 1))).toBe("90 – 120 €");
  });
});

describe("the size of a file", () => {
  it.each([
    [0, "0 Б"],
    [1023, "1 023 Б"],
    [1024, "1 КБ"],
    [655_360, "640 КБ"],
    [1_258_291, "1,2 МБ"],
    [2 ** 31, "2 ГБ"],
  ])("%i is %s", (bytes, text) => {
    expect(plain(fileSize(bytes))).toBe(text);
  });
});

describe("time", () => {
  it.each([
    [0, "0:00:00"],
    [999, "0:00:01"],
    [252_000, "0:04:12"],
    [19_673_000, "5:27:53"],
  ])("clock(%i) = %s", (ms, text) => {
    expect(clock(ms)).toBe(text);
  });

  it.each([
    [0, "0 мин"],
    [12 * 60_000, "12 мин"],
    [(5 * 60 + 27) * 60_000, "5 ч 27 мин"],
    [26 * 3_600_000, "1 день 2 ч"],
    [47 * 3_600_000, "1 день 23 ч"],
    [48 * 3_600_000, "2 дня"],
    [5 * 86_400_000, "5 дней"],
  ])("duration(%i) = %s", (ms, text) => {
    expect(plain(duration(ms))).toBe(text);
  });

  it("names the day of a moment that was not today in Moscow", () => {
    const now = "2026-11-23T00:10:00+03:00";
    expect(secondsOf("2026-11-23T00:05:01+03:00", now)).toBe("00:05:01");
    expect(plain(secondsOf("2026-11-22T23:59:59+03:00", now))).toBe("22 ноября, 23:59:59");
    expect(plain(secondsOf("2025-11-23T00:05:01+03:00", now))).toBe("23 ноября 2025, 00:05:01");
  });

  it("counts with the right form", () => {
    expect(plain(count(1041, ["ставка", "ставки", "ставок"]))).toBe("1 041 ставка");
  });
});

it("quotes inside quotes have their own marks", () => {
  expect(quoted("Рассвет на Волге")).toBe("«Рассвет на Волге»");
  expect(quoted('Дом «Покровский и сыновья», "Опал" и „Яхонт“')).toBe(
    "«Дом „Покровский и сыновья“, „Опал“ и „Яхонт“»",
  );
});

it("fields of date and time hold Moscow's clock", () => {
  expect(moscowField("2026-11-28T16:00:00Z")).toBe("2026-11-28T19:00");
  expect(moscowField("2026-12-31T22:30:00Z")).toBe("2027-01-01T01:30");
  expect(moscowField(null)).toBe("");
  expect(ofMoscowField("2027-01-01T01:30")).toBe("2026-12-31T22:30:00.000Z");
  expect(["", "2027-01", "12027-01-01T01:30"].map(ofMoscowField)).toEqual([null, null, null]);
});

it.each([
  ["Корабль в море и луна", "Корабль в~море и~луна"],
  ["Этюд к «Прогулке» № 7", "Этюд к~«Прогулке» №~7"],
  ["И в саду у дома", "И~в~саду у~дома"],
  ["«В лесу» (с рамой)", "«В~лесу» (с~рамой)"],
  ["Дом — это мы", "Дом~— это мы"],
  ["Сад, до дождя", "Сад, до~дождя"],
  ["Она", "Она"],
  ["", ""],
])("%s keeps its short words with the next", (title, shown) => {
  expect(typeset(title)).toBe(shown.replaceAll("~", "\u00a0"));
});

it.each([
  ["31 x 45 см", "31~x~45~см"],
  ["27 × 22 × 2,4 см, вес 120 г", "27~×~22~×~2,4~см, вес 120~г"],
  ["1880-х 1890-х", "1880‑х 1890‑х"],
  ["1900-е годы", "1900‑е годы"],
  ["Высота 42 см", "Высота 42~см"],
])("%s keeps its figures together", (size, shown) => {
  expect(typesetSize(size)).toBe(shown.replaceAll("~", "\u00a0"));
});

it.each([
  ["Аукционный дом «Северная галерея»", "СГ"],
  ["Галерея «Пресня, 12»", "П"],
  ["Собрание Лаврова", "СЛ"],
  ["Дом «Покровский и сыновья»", "ПС"],
  ["Ювелир К. Линдрот", "ЮК"],
])("%s is lettered %s", (name, letters) => {
  expect(monogram(name)).toBe(letters);
});
