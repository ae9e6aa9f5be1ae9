import type { NewsShort } from "./api/types";

const LATIN: Record<string, string> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  е: "e",
  ё: "e",
  ж: "zh",
  з: "z",
  и: "i",
  й: "y",
  к: "k",
  л: "l",
  м: "m",
  н: "n",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  у: "u",
  ф: "f",
  х: "h",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "sch",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
};

/** The longest slug, in characters. Longer ones are cut between words where possible. */
const LONGEST = 80;

/** The readable end of an address: «Рассвет на Волге» → `rassvet-na-volge`. The server makes the same (`slugs.json`). */
export function slug(text: string): string {
  const whole = [...text.toLowerCase()]
    .map((c) => LATIN[c] ?? c)
    .join("")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (whole.length <= LONGEST) return whole || "-";
  const end = whole.slice(0, LONGEST + 1).lastIndexOf("-");
  return whole.slice(0, end > 0 ? end : LONGEST);
}

export const newsUrl = (news: Pick<NewsShort, "id" | "slug">) => `/news/${news.id}/${news.slug}`;
export const profileUrl = "/account/profile";
/** Where the second factor is set up. */
export const secondFactorUrl = `${profileUrl}#second-factor`;
