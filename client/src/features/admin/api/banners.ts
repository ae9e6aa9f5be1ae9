import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { Banner, BannerRequest } from "@/lib/api/types";

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
    onSuccess: () => client.invalidateQueries({ queryKey: bannersKey }),
  });
}

interface SaveBanner {
  id: number | null;
  body: BannerRequest;
  picture: File | null;
}

/** Saves a banner and then its picture. */
export const useSaveBanner = () =>
  useBannerChange(async ({ id, body, picture }: SaveBanner) => {
    const saved = await call(
      id === null
        ? api.POST("/api/banner", { body })
        : api.PUT("/api/banner/{id}", { params: { path: { id } }, body }),
    );
    return picture ? setPicture(saved, picture) : saved;
  }, true);

function setPicture(banner: Banner, picture: File): Promise<Banner> {
  const form = new FormData();
  form.append("file", picture);
  return call(
    api.POST("/api/banner/{id}/images", {
      params: { path: { id: banner.id } },
      body: { file: "" },
      bodySerializer: () => form,
    }),
  );
}

/** Gives the banners the order of the list. Those that keep their place are left alone. */
export const useOrderBanners = () =>
  useBannerChange(async (banners: readonly Banner[]) => {
    for (const [position, { id, title, link, from, to, visible, position: was }] of banners.entries()) {
      if (position === was) continue;
      const body = { title, link, from, to, visible, position };
      await call(api.PUT("/api/banner/{id}", { params: { path: { id } }, body }));
    }
  });

export const useDeleteBanner = () =>
  useBannerChange((id: number) => call(api.DELETE("/api/banner/{id}", { params: { path: { id } } })));
