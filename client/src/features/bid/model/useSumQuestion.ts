import { useState } from "react";
import type { LotShort } from "@/lib/api/types";
import { isSuspicious, type Sum } from "./amount";

interface SumQuestionParts {
  sum: Sum;
  /** The amount in the form. */
  value: number | null;
  /** Why it cannot be bid. */
  invalid: string | null;
  minimum: number;
  lot: Pick<LotShort, "price">;
}

/**
 * Asks before a suspicious amount is sent. The question closes when the amount changes, or when a rival's bet makes it plausible
 * or too low, and never reopens by itself.
 */
export function useSumQuestion({ sum, value, invalid, minimum, lot }: SumQuestionParts) {
  const [asked, setAsked] = useState<number | null>(null);
  const [isReturn, setReturn] = useState(false);
  const isNeeded = value !== null && invalid === null && isSuspicious(value, sum, minimum, lot);
  const asking = isNeeded && asked === value;
  const put = (amount: number | null, returns: boolean) => {
    setAsked(amount);
    setReturn(returns);
  };
  if (asked !== null && !asking) put(null, true);
  return {
    /** Whether the amount must be confirmed before it is sent. */
    isNeeded,
    asking,
    /** Whether the form is back because the question was withdrawn, so that the amount can be changed. */
    isReturn,
    ask: () => put(value, false),
    takeBack: () => put(null, true),
    /** The amount is being sent. */
    close: () => put(null, false),
  };
}
