// API calls that the scenarios compare with the pages. Types have only the fields in use.
import type { Server } from "./server.ts";

export interface Lot {
  id: number;
  catalogLotId: number;
  titleRu: string;
  /** 1 in trade, 2 sold, 4 not sold */
  state: number;
  endTradeTime: string | null;
  betsCount: number;
  leadingBet: { value: number; participant: number | null; paddle: string | null; created: string } | null;
}

interface List<T> {
  items: T[];
}

export interface Sale {
  id: number;
  title: string;
  /** The sale's page. */
  path: string;
  lots: Lot[];
}

export async function sale(server: Server, title: string): Promise<Sale> {
  const { items } = await server.get<List<{ id: number; title: string }>>(
    "/api/catalog?scope=all&pageSize=100",
  );
  const found = items.find((one) => one.title === title);
  if (!found) throw new Error(`no sale «${title}» among ${items.map((one) => one.title).join(", ")}`);
  const lots = await server.get<List<Lot>>(`/api/catalog/${found.id}/lots?pageSize=100`);
  return {
    ...found,
    path: `/auction/${found.id}`,
    lots: lots.items.toSorted((one, other) => one.catalogLotId - other.catalogLotId),
  };
}

/** The sale's lot with this number. */
export function lotOf(from: Sale, number: number): Lot {
  const found = from.lots.find((one) => one.catalogLotId === number);
  if (!found) throw new Error(`«${from.title}» has no lot ${number}`);
  return found;
}

export function lot(server: Server, id: number): Promise<Lot> {
  return server.get<Lot>(`/api/lots/${id}`);
}

/** Matches an amount in rubles, with any space between the groups. */
export function rubles(amount: number): RegExp {
  const grouped = String(amount).replaceAll(/\B(?=(\d{3})+$)/g, "\\s");
  return new RegExp(`(?<!\\d\\s?)${grouped}\\s₽`);
}
