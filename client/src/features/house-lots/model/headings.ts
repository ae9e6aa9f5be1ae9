import type { GridField } from "@/lib/api/types";

/**
 * The Russian headings that the import recognises, from `HEADINGS` in `api/sheets/src/headings.rs`: a sheet means the same
 * whether it is pasted or imported. The columns of null are those that the grid lacks and only the import reads.
 */
const HEADINGS: readonly (readonly [GridField | null, readonly string[]])[] = [
  ["catalogLotId", ["номер", "номер лота", "лот", "лот номер"]],
  [
    "titleRu",
    [
      "название",
      "название лота",
      "наименование",
      "наименование лота",
      "заголовок",
      "название произведения",
      "название рус",
    ],
  ],
  ["author", ["автор", "авторы", "художник", "фио автора", "имя автора", "мастер", "автор художник"]],
  [
    "start",
    [
      "стартовая цена",
      "начальная цена",
      "старт",
      "старт цена",
      "цена старта",
      "цена",
      "стартовая",
      "начальная",
    ],
  ],
  ["reserve", ["резерв", "резервная цена", "резервная", "минимальная цена продажи"]],
  ["estimatedFrom", ["эстимейт от", "эстимейт мин", "нижний эстимейт", "оценка от", "эстимейт нижний"]],
  ["estimatedTo", ["эстимейт до", "эстимейт макс", "верхний эстимейт", "оценка до", "эстимейт верхний"]],
  [
    "materials",
    [
      "материал",
      "материалы",
      "техника",
      "материал техника",
      "материалы техника",
      "материалы и техника",
      "материал и техника",
      "техника материал",
    ],
  ],
  ["size", ["размер", "размеры", "габариты", "размер лота"]],
  [
    "period",
    ["период", "датировка", "дата", "год", "дата создания", "год создания", "время создания", "век", "эпоха"],
  ],
  ["categoryId", ["категория", "категория лота", "рубрика", "раздел", "код категории", "вид искусства"]],
  [
    null,
    [
      "приписывается",
      "авторство приписывается",
      "атрибуция",
      "описание",
      "описание лота",
      "подробное описание",
      "аннотация",
      "текст",
      "эстимейт",
      "оценка",
      "эстимэйт",
      "эстимейт от до",
      "валюта",
      "страна",
      "регион",
      "место создания",
      "страна происхождения",
      "страна регион",
      "происхождение",
      "вес",
      "масса",
      "примечания",
      "примечание",
      "заметки",
      "состояние и примечания",
      "комментарий",
      "особые отметки",
      "аукционисту",
      "заметка аукционисту",
      "для аукциониста",
      "заметка для аукциониста",
      "заметки для аукциониста",
      "комментарий для аукциониста",
      "замечания для аукциониста",
      "видео",
      "ссылка на видео",
      "ссылки на видео",
    ],
  ],
];

const FIELDS: ReadonlyMap<string, GridField | null> = new Map(
  HEADINGS.flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

const UNITS: ReadonlySet<string> = new Set(
  "руб рублей рубли р rub rur eur usd евро доллар долл см cm мм г гр кг шт".split(" "),
);

/** Lower case, «№» written out, without punctuation, units and bracketed text, as the import does. */
function normal(heading: string): string {
  const words = heading
    .replace(/[([][^)\]]*[)\]]?/g, "")
    .replace(/[№#]/g, " номер ")
    .toLocaleLowerCase("ru")
    .replaceAll("ё", "е")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words
    .filter((word, at) => at === 0 || !UNITS.has(word))
    .filter((word, at, all) => word !== all[at - 1])
    .join(" ");
}

/** The field that a heading names: null if only the import reads it, undefined if it is no known heading. */
export const fieldOf = (heading: string): GridField | null | undefined => FIELDS.get(normal(heading));
