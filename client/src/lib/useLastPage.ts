import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { Page } from "@/lib/api/types";
import { pageOfAddress } from "./useAddress";

interface ShownPage {
  data: Page<unknown> | undefined;
  isPlaceholderData: boolean;
}

/** Corrects a page number in the address that is beyond the last page, which the API lists instead. */
export function useLastPage({ data, isPlaceholderData }: ShownPage): void {
  const [params, setParams] = useSearchParams();
  const last = data && !isPlaceholderData ? Math.max(1, data.totalPages) : Number.POSITIVE_INFINITY;
  const isBeyond = pageOfAddress(params) > last;
  useEffect(() => {
    if (!isBeyond) return;
    setParams(
      (before) => {
        const corrected = new URLSearchParams(before);
        if (last === 1) corrected.delete("page");
        else corrected.set("page", String(last));
        return corrected;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isBeyond, last, setParams]);
}
