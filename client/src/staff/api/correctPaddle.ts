import { useMutation } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/** The longest number of a paddle that the server takes. */
export const PADDLE_LENGTH = 32;

interface Correction {
  catalogId: number;
  lotId: number;
  betId: number;
  paddle: string;
  /** For the journal. */
  reason?: string;
}

/** Says which paddle a bet of the hall was, also after the hammer and after the sale. */
export function useCorrectPaddle() {
  return useMutation({
    mutationFn: ({ catalogId, ...body }: Correction) =>
      call(api.PUT("/api/trade/classic/{id}/paddle", { params: { path: { id: catalogId } }, body })),
    meta: { ownErrors: true },
  });
}
