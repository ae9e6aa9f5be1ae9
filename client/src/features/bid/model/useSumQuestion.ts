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
 * The question asked before a suspicious amount is sent. Another amount, or a rival's bet that makes this one plausible or too
 * low, takes it back; it never reopens by itself.
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
    /** Whether the form is shown again because the question was taken back: the amount is to be changed. */
    isReturn,
    ask: () => put(value, false),
    takeBack: () => put(null, true),
    /** The amount is being sent. */
    close: () => put(null, false),
  };
}
