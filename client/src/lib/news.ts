import { NewsType } from "./api/numbers";

export { NewsType };

/** The specification numbers four kinds; every other one is an announcement. */
export const newsTypeLabel: Record<number, string> = {
  [NewsType.Results]: "Результаты",
  [NewsType.Events]: "События",
  [NewsType.News]: "Новости",
  [NewsType.Announcements]: "Объявления",
};
