import type { HallLot } from "@/lib/api/types";
import { outcomeOf } from "./hallState";

/** Whose bet leads, by number or paddle; the hall's, if nobody knows the paddle. Null without a bet. */
export function leaderOf(lot: HallLot): { who: string; source: "сеть" | "зал" | null } | null {
  if (lot.value === null) return null;
  if (lot.participant !== null) return { who: `участник\u00a0${lot.participant}`, source: "сеть" };
  if (lot.paddle) return { who: `участник\u00a0${lot.paddle}`, source: "зал" };
  return { who: "зал", source: null };
}

/** What the leader is to the lot. */
export function leaderLabel(lot: HallLot): string {
  const outcome = outcomeOf(lot);
  if (outcome === "sold") return "Покупатель —";
  return outcome === "unsold" ? "Последняя ставка —" : "Лидирует";
}

export const authorsOf = (lot: HallLot) => lot.author.map(({ name }) => name).join(", ");

/** «Автор. Название», for those who do not see the picture. */
export const altOf = (lot: HallLot) => [authorsOf(lot), lot.titleRu].filter(Boolean).join(". ");
