import { recall, remember } from "@/lib/storage";

export interface Template {
  name: string;
  text: string;
}

/** Answers to begin with; a house's people add their own, kept in the browser. */
const FIRST: readonly Template[] = [
  {
    name: "В наличии",
    text: "Здравствуйте. Лот в наличии, его цена — … ₽. Посмотреть его можно у нас по предварительной договорённости.",
  },
  {
    name: "Уточняем",
    text: "Здравствуйте. Уточняем наличие и цену лота и ответим вам в течение рабочего дня.",
  },
  { name: "Продан", text: "Здравствуйте. К сожалению, лот уже продан. Похожие вещи есть в нашем каталоге." },
];

const key = (houseId: number) => `answers:${houseId}`;

const isTemplate = (value: unknown): value is Template =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "text" in value &&
  typeof value.text === "string";

export function templatesOf(houseId: number): Template[] {
  try {
    const kept: unknown = JSON.parse(recall(key(houseId)) ?? "null");
    return Array.isArray(kept) ? kept.filter(isTemplate) : [...FIRST];
  } catch {
    return [...FIRST];
  }
}

/** Keeps an answer under a name; one of the same name is replaced. */
export function keepTemplate(houseId: number, template: Template): Template[] {
  const next = [...templatesOf(houseId).filter(({ name }) => name !== template.name), template];
  remember(key(houseId), JSON.stringify(next));
  return next;
}

export function dropTemplate(houseId: number, name: string): Template[] {
  const next = templatesOf(houseId).filter((other) => other.name !== name);
  remember(key(houseId), JSON.stringify(next));
  return next;
}
