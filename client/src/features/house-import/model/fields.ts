/** The lot's fields that a column can fill, by their wire names. */
export const IMPORT_FIELDS: readonly { value: string; label: string }[] = [
  { value: "catalogLotId", label: "Номер лота" },
  { value: "titleRu", label: "Название" },
  { value: "author", label: "Автор" },
  { value: "descriptionRu", label: "Описание" },
  { value: "price.start", label: "Старт" },
  { value: "price.reserve", label: "Резерв" },
  { value: "price.estimate", label: "Эстимейт" },
  { value: "price.estimatedFrom", label: "Эстимейт от" },
  { value: "price.estimatedTo", label: "Эстимейт до" },
  { value: "price.currency", label: "Валюта" },
  { value: "categoryId", label: "Категория" },
  { value: "materials", label: "Материал" },
  { value: "size", label: "Размер" },
  { value: "period", label: "Период" },
  { value: "sourceCountryRu", label: "Страна" },
  { value: "weight", label: "Вес" },
  { value: "notes", label: "Примечания" },
  { value: "auctioneerNote", label: "Заметка аукционисту" },
  { value: "videoLinks", label: "Видео" },
  { value: "isAttributedAuthorship", label: "Приписывается" },
];

/** The choice that leaves a column out. */
export const SKIP = "skip";

export const fieldLabel = (field: string): string =>
  IMPORT_FIELDS.find(({ value }) => value === field)?.label ?? field;
