import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

const DEFAULT_BRAND = "Аукционный зал";

/** The provider's name, contacts and links. They change when an admin writes others, or the server restarts. */
export const configOptions = () =>
  queryOptions({
    queryKey: ["config"],
    queryFn: ({ signal }) => call(api.GET("/api/config", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useConfig = () => useQuery(configOptions());

export function useBrand(): string {
  return useConfig().data?.brandName ?? DEFAULT_BRAND;
}
