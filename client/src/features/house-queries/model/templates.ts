import { useSettings } from "@/staff/api/settings";

export interface Template {
  name: string;
  text: string;
}

/** Answers to begin with, until the house changes or drops them. */
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

interface Templates {
  /** Undefined until the server has answered. */
  templates: readonly Template[] | undefined;
  /** Asks again; undefined unless they failed to load. */
  retry: (() => void) | undefined;
  /** Keeps an answer under a name, in the place of one of this name. */
  keep: (template: Template) => Promise<unknown>;
  drop: (name: string) => Promise<unknown>;
}

/** The house's answers, which everybody who answers requests shares. One of the first that is dropped is kept without a text. */
export function useTemplates(): Templates {
  const { kept, keep, retry } = useSettings("answers");
  const own = kept?.map(({ name, value }): Template => ({ name, text: value }));
  const first = FIRST.filter(({ name }) => !own?.some((template) => template.name === name));
  return {
    templates: own && [...first, ...own.filter(({ text }) => text !== "")],
    retry,
    keep: ({ name, text }) => keep(name, text),
    drop: (name) => keep(name, FIRST.some((template) => template.name === name) ? "" : null),
  };
}
