import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, call } from "@/lib/api/client";
import type { Partner, PartnerRequest } from "@/lib/api/types";
import { sendFile } from "@/lib/api/uploads";

const partnersKey = ["partners"] as const;

/** All partners in their order, hidden ones included. */
export const partnersOptions = () =>
  queryOptions({
    queryKey: [...partnersKey, "all"],
    queryFn: ({ signal }) => call(api.GET("/api/partners/all", { signal })),
  });

function usePartnerChange<T, R>(mutationFn: (values: T) => Promise<R>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { ownErrors },
    // A change of several calls may have failed half way.
    onSettled: () => client.invalidateQueries({ queryKey: partnersKey }),
  });
}

interface SavePartner {
  id: number | null;
  body: PartnerRequest;
  /** A new picture; null takes the present one off, undefined leaves it. */
  picture: File | null | undefined;
  onProgress: (part: number) => void;
}

/** Saves a partner and then their picture. */
export function useSavePartner() {
  // A refused picture leaves the partner saved: the next try changes that one.
  const made = useRef<number | null>(null);
  return usePartnerChange(async ({ id: known, body, picture, onProgress }: SavePartner) => {
    const id = known ?? made.current;
    const saved = await call(
      id === null
        ? api.POST("/api/partners", { body })
        : api.PUT("/api/partners/{id}", { params: { path: { id } }, body }),
    );
    made.current = saved.id;
    if (picture === undefined) return saved;
    if (picture === null) {
      return call(api.DELETE("/api/partners/{id}/images", { params: { path: { id: saved.id } } }));
    }
    return sendFile<Partner>(`/api/partners/${saved.id}/images`, picture, { onProgress });
  }, true);
}

/**
 * Gives the partners the order of the list. Those that keep their place are left alone, and nothing but the place changes: the
 * rest is saved as it is now, not as the page has it.
 */
export function useOrderPartners() {
  const client = useQueryClient();
  return usePartnerChange(async (ordered: readonly Partner[]) => {
    const now = await client.fetchQuery({ ...partnersOptions(), staleTime: 0 });
    for (const [position, { id }] of ordered.entries()) {
      const one = now.find((other) => other.id === id);
      if (!one || one.position === position) continue;
      const { name, description, link, visible } = one;
      const body = { name, description, link, visible, position };
      await call(api.PUT("/api/partners/{id}", { params: { path: { id } }, body }));
    }
  });
}

export const useDeletePartner = () =>
  usePartnerChange((id: number) => call(api.DELETE("/api/partners/{id}", { params: { path: { id } } })));
