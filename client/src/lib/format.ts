import { Currency } from "./api/numbers";

/** No-break space: between groups of digits, before the currency and before «(МСК)». */
const NBSP = "\u00a0";
const MOSCOW_OFFSET_MS = 3 * 60 * 60 * 1000;

const MONTHS = [
  "января",
  "февраля",
  "марта",
  "апреля",
  "мая",
  "июня",
  "июля",
  "августа",
  "сентября",
  "октября",
  "ноября",
  "декабря",
] as const;
const WEEKDAYS = ["воскресенье", "понедельник", "вторник", "среда", "четверг", "пятница", "суббота"] as const;

export type Instant = number | string | Date;

/** Russian plural form of a count: `[1 день, 2 дня, 5 дней]`; 11 to 19 take the third. */
export function plural(n: number, forms: readonly [string, string, string]): string {
  const tens = Math.abs(n) % 100;
  const ones = tens % 10;
  if (tens >= 11 && tens <= 19) return forms[2];
  if (ones === 1) return forms[0];
  if (ones >= 2 && ones <= 4) return forms[1];
  return forms[2];
}

/** «14 дней», with a no-break space. */
export function count(n: number, forms: readonly [string, string, string]): string {
  return `${thousands(n)}${NBSP}${plural(n, forms)}`;
}

/** Groups of three digits parted by no-break spaces: «1 250 000». */
export function thousands(n: number): string {
  return String(Math.trunc(n)).replace(/\B(?=(\d{3})+(?!\d))/g, NBSP);
}

export function currencySign(currency: number): string {
  if (currency === Currency.Usd) return "$";
  return currency === Currency.Eur ? "€" : "₽";
}

/** Whole units with the sign after them, in any currency: «1 250 000 ₽», «12 400 €». */
export function price(value: number, currency: number = Currency.Rub): string {
  return `${thousands(value)}${NBSP}${currencySign(currency)}`;
}

/** «90 000 – 120 000 ₽». */
export function priceRange(from: number, to: number, currency: number = Currency.Rub): string {
  return `${thousands(from)}${NBSP}– ${price(to, currency)}`;
}

/** Below 1000 as it is, otherwise K or M, cut to one decimal: 12345 → «12,3K», 1000 → «1K». */
export function shortPrice(value: number): string {
  if (value < 1000) return String(value);
  const [unit, sign] = value < 1_000_000 ? [1000, "K"] : [1_000_000, "M"];
  const tenths = Math.floor((value * 10) / Number(unit));
  const whole = Math.floor(tenths / 10);
  const rest = tenths % 10;
  return `${thousands(whole)}${rest === 0 ? "" : `,${rest}`}${sign}`;
}

/** «15 %», «12,5 %», «−25 %». */
export function percent(value: number): string {
  return `${String(value).replace(".", ",").replace("-", "−")}${NBSP}%`;
}

/** «14:28:51» on the day of `now`, «20 ноября, 14:28:51» on another. */
export function secondsOf(at: Instant, now: Instant): string {
  const day = dayMonth(at, now);
  return day === dayMonth(now, now) ? moscowSeconds(at) : `${day}, ${moscowSeconds(at)}`;
}

/** The wall clock of Moscow (UTC+3, no summer time), read through the UTC getters. */
function moscowClock(at: Instant): Date {
  return new Date(new Date(at).getTime() + MOSCOW_OFFSET_MS);
}

const two = (n: number) => String(n).padStart(2, "0");

/** «15.01.2027, 11:00 (МСК)». */
export function moscow(at: Instant): string {
  const d = moscowClock(at);
  return `${two(d.getUTCDate())}.${two(d.getUTCMonth() + 1)}.${d.getUTCFullYear()}, ${moscowTime(at)}`;
}

/** «11:00 (МСК)». */
export function moscowTime(at: Instant): string {
  const d = moscowClock(at);
  return `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}${NBSP}(МСК)`;
}

/** «14:32:07», without «(МСК)». */
export function moscowSeconds(at: Instant): string {
  const d = moscowClock(at);
  return `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}

export interface MoscowDay {
  day: number;
  /** Genitive: «ноября». */
  month: string;
  weekday: string;
  year: number;
}

export function moscowDay(at: Instant): MoscowDay {
  const d = moscowClock(at);
  return {
    day: d.getUTCDate(),
    month: MONTHS[d.getUTCMonth()] ?? "",
    weekday: WEEKDAYS[d.getUTCDay()] ?? "",
    year: d.getUTCFullYear(),
  };
}

/** «28 ноября»; with the year when it is not the reference's year. */
export function dayMonth(at: Instant, reference?: Instant): string {
  const { day, month, year } = moscowDay(at);
  const suffix = reference !== undefined && moscowDay(reference).year !== year ? ` ${year}` : "";
  return `${day}${NBSP}${month}${suffix}`;
}

/** «28 ноября, 12:00 (МСК)». */
export function dayMonthTime(at: Instant): string {
  return `${dayMonth(at)}, ${moscowTime(at)}`;
}

/** An instant as a field of date and time shows it, on Moscow's clock: «2026-11-28T19:00»; empty for none. */
export function moscowField(at: Instant | null): string {
  if (at === null) return "";
  return moscowClock(at).toISOString().slice(0, 16);
}

/** The instant that a field of date and time holds; null when it is empty or half typed. */
export function ofMoscowField(text: string): string | null {
  // Date.parse alone makes a date of almost anything.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  const time = Date.parse(`${text}:00+03:00`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The value of `<time datetime>`. */
export function isoInstant(at: Instant): string {
  return new Date(at).toISOString();
}

/** Duration in ms as «5:27:53»; hours always shown, so that figures never change their place. */
export function clock(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}`;
}

/** Duration in ms as «0:42» (minutes and seconds). */
export function shortClock(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** Duration in ms in words, two units at most: «1 день 23 ч», «5 ч 27 мин», «12 мин». */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / 60_000));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days >= 1) {
    const whole = count(days, ["день", "дня", "дней"]);
    return hours === 0 ? whole : `${whole} ${hours}${NBSP}ч`;
  }
  const rest = minutes % 60;
  if (hours === 0) return `${rest}${NBSP}мин`;
  return rest === 0 ? `${hours}${NBSP}ч` : `${hours}${NBSP}ч ${rest}${NBSP}мин`;
}

/** Eleven digits as «+7 (916) 123-45-67»; anything else as it came. */
export function phone(digits: string): string {
  const d = digits.replace(/\D/g, "");
  const m = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(d);
  // Toll-free numbers are written with 8, which is not a country code.
  return m ? `${m[1] === "8" ? "8" : `+${m[1]}`} (${m[2]}) ${m[3]}-${m[4]}-${m[5]}` : digits;
}

/** The link that dials a number; one that begins with 8 is Russian. */
export function phoneUrl(text: string): string {
  const d = text.replace(/\D/g, "");
  return d.length === 11 && d.startsWith("8") ? `tel:+7${d.slice(1)}` : `tel:+${d}`;
}

/** A site's address to link to: without a scheme it gets `http://`. */
export function siteUrl(site: string): string {
  return /^https?:\/\//i.test(site) ? site : `http://${site}`;
}

/** The text in guillemets; quotation marks inside become „ and “, as the server writes them. */
export function quoted(text: string): string {
  let isOpen = false;
  const inner = text.replace(/[«„»“”"]/g, (mark) => {
    if (mark === '"') {
      isOpen = !isOpen;
      return isOpen ? "„" : "“";
    }
    return mark === "«" || mark === "„" ? "„" : "“";
  });
  return `«${inner}»`;
}

/** Opening marks that a word may follow without a space. */
const OPENING = /^[«„“"'([—–-]+/;

/**
 * A title as it is shown: a preposition or conjunction of one or two letters stays with the next word, a number sign with its
 * number, a dash with the word before it.
 */
export function typeset(text: string): string {
  const words = text.split(" ");
  return words.reduce((line, word, i) => {
    const before = (words[i - 1] ?? "").replace(OPENING, "");
    const keeps = /^([а-яё]{1,2}|№)$/i.test(before) || (/^[—–]$/.test(word) && before !== "");
    return `${line}${keeps ? NBSP : " "}${word}`;
  });
}

/** A size or a period as it is shown: «31 × 45 см» and «1900-е» stay in one line. */
export const typesetSize = (text: string): string =>
  text
    .replace(/(?<=\d) ?([×xх]) ?(?=\d)/g, `${NBSP}$1${NBSP}`)
    .replace(/(\d) (?=(?:мм|см|м|кг|г)(?![а-яё]))/g, `$1${NBSP}`)
    .replace(/(\d)-(?=[а-яё])/g, "$1\u2011");

/** «холст, масло» → «Холст, масло». */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Two letters for a house or an artist without a picture: «СГ» for «Аукционный дом «Северная галерея»». */
export function monogram(name: string): string {
  const words = (/«(.+?)»/.exec(name)?.[1] ?? name).match(/\p{L}{2,}|\p{L}(?=\.)/gu) ?? [];
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
}

/** «АИ» for «Анна Иванова». */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
