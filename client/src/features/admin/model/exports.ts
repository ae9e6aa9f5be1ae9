import type { HouseExport } from "@/lib/api/types";

interface Exported {
  label: string;
  /** Whose data they are; a person's own or the site's without it. */
  of?: "house" | "sale";
}

/** What was taken away as a file, by its name in the journal. */
const EXPORTS: Record<HouseExport["list"] | "bets" | "journal" | "accounts" | "account", Exported> = {
  registrations: { label: "заявки на участие", of: "house" },
  priceQueries: { label: "запросы цены", of: "house" },
  untrusted: { label: "особый список", of: "house" },
  staff: { label: "сотрудники", of: "house" },
  buyers: { label: "покупатели", of: "sale" },
  bets: { label: "ставки", of: "sale" },
  journal: { label: "журнал" },
  accounts: { label: "пользователи" },
  account: { label: "свои данные" },
};

export const exportedAs = (what: unknown): Exported | undefined =>
  (EXPORTS as Record<string, Exported | undefined>)[String(what)];
