import { useState } from "react";
import { recall, remember } from "@/lib/storage";

const keyOf = (userId: number, currency: number) => `evening-budget:${userId}:${currency}`;

/** What the user wants to spend at most, with commission. It stays on this device and limits no bet. */
export function useBudget(
  userId: number,
  currency: number,
): [number | null, (budget: number | null) => void] {
  const key = keyOf(userId, currency);
  const [budget, setBudget] = useState(() => Number(recall(key)) || null);
  return [
    budget,
    (next) => {
      remember(key, next === null ? "" : String(next));
      setBudget(next);
    },
  ];
}
