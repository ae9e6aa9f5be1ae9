import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { Partner, PartnerRequest } from "@/lib/api/types";

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
    onSuccess: () => client.invalidateQueries({ queryKey: partnersKey }),
  });
}

interface SavePartner {
  id: number | null;
  body: PartnerRequest;
  /** A new picture; null takes the present one off, undefined leaves it. */
  picture: File | null | undefined;
}

/** Saves a partner and then their picture. */
export const useSavePartner = () =>
  usePartnerChange(async ({ id, body, picture }: SavePartner) => {
    const saved = await call(
      id === null
        ? api.POST("/api/partners", { body })
        : api.PUT("/api/partners/{id}", { params: { path: { id } }, body }),
    );
    if (picture === undefined) return saved;
    const params = { path: { id: saved.id } };
    if (picture === null) return call(api.DELETE("/api/partners/{id}/images", { params }));
    const form = new FormData();
    form.append("file", picture);
    return call(
      api.POST("/api/partners/{id}/images", { params, body: { file: "" }, bodySerializer: () => form }),
    );
  }, true);

/** Gives the partners the order of the list. Those that keep their place are left alone. */
export const useOrderPartners = () =>
  usePartnerChange(async (partners: readonly Partner[]) => {
    for (const [position, { id, name, description, link, visible, position: was }] of partners.entries()) {
      if (position === was) continue;
      const body = { name, description, link, visible, position };
      await call(api.PUT("/api/partners/{id}", { params: { path: { id } }, body }));
    }
  });

export const useDeletePartner = () =>
  usePartnerChange((id: number) => call(api.DELETE("/api/partners/{id}", { params: { path: { id } } })));
