import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, call } from "@/lib/api/client";
import type { Banner, BannerRequest } from "@/lib/api/types";
import { sendFile } from "@/lib/api/uploads";

const bannersKey = ["banners"] as const;

/** All banners in their order. */
export const bannersOptions = () =>
  queryOptions({
    queryKey: [...bannersKey, "all"],
    queryFn: ({ signal }) => call(api.GET("/api/banner", { signal })),
  });

function useBannerChange<T, R>(mutationFn: (values: T) => Promise<R>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { ownErrors },
    // A change of several calls may have failed half way.
    onSettled: () => client.invalidateQueries({ queryKey: bannersKey }),
  });
}

interface SaveBanner {
  id: number | null;
  body: BannerRequest;
  picture: File | null;
  onProgress: (part: number) => void;
}

/** Saves a banner and then its picture. */
export function useSaveBanner() {
  // A refused picture leaves the banner saved: the next try changes that one.
  const made = useRef<number | null>(null);
  return useBannerChange(async ({ id: known, body, picture, onProgress }: SaveBanner) => {
    const id = known ?? made.current;
    const saved = await call(
      id === null
        ? api.POST("/api/banner", { body })
        : api.PUT("/api/banner/{id}", { params: { path: { id } }, body }),
    );
    made.current = saved.id;
    if (!picture) return saved;
    return sendFile<Banner>(`/api/banner/${saved.id}/images`, picture, { onProgress });
  }, true);
}

/**
 * Gives the banners the order of the list. Those that keep their place are left alone, and nothing but the place changes: the
 * rest is saved as it is now, not as the page has it.
 */
export function useOrderBanners() {
  const client = useQueryClient();
  return useBannerChange(async (ordered: readonly Banner[]) => {
    const now = await client.fetchQuery({ ...bannersOptions(), staleTime: 0 });
    for (const [position, { id }] of ordered.entries()) {
      const one = now.find((other) => other.id === id);
      if (!one || one.position === position) continue;
      const { title, link, from, to, visible } = one;
      const body = { title, link, from, to, visible, position };
      await call(api.PUT("/api/banner/{id}", { params: { path: { id } }, body }));
    }
  });
}

export const useDeleteBanner = () =>
  useBannerChange((id: number) => call(api.DELETE("/api/banner/{id}", { params: { path: { id } } })));
