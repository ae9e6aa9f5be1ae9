import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { api, call } from "@/lib/api/client";
import type { StaffSetting } from "@/lib/api/types";

const settingsKey = (houseId: number | undefined) => ["settings", houseId ?? "admin"] as const;

/** What the person keeps of the lists of a house or, without one, of the admin area. */
const settingsOptions = (houseId: number | undefined) =>
  queryOptions({
    queryKey: settingsKey(houseId),
    queryFn: ({ signal }) => call(api.GET("/api/settings", { params: { query: { houseId } }, signal })),
    staleTime: 60_000,
  });

interface Settings {
  /** By name; undefined until the server has answered. */
  kept: readonly StaffSetting[] | undefined;
  /** Asks again; undefined unless they failed to load. */
  retry: (() => void) | undefined;
  /** Keeps a value under a name, in the place of one of this name. Null drops it. */
  keep: (name: string, value: string | null) => Promise<unknown>;
}

/** What is kept of a list. The server has it, so that it is there on every device. */
export function useSettings(list: string): Settings {
  const { houseId: id } = useParams();
  const houseId = id === undefined ? undefined : Number(id);
  const client = useQueryClient();
  const queryKey = settingsKey(houseId);
  const { data, isLoadingError, refetch } = useQuery(settingsOptions(houseId));
  const { mutateAsync } = useMutation({
    mutationFn: (body: { name: string; value: string | null }) =>
      call(api.PUT("/api/settings", { params: { query: { houseId } }, body: { list, ...body } })),
    meta: { ownErrors: true },
    // The menu shows it at once; the server's answer corrects it.
    onMutate: async ({ name, value }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<StaffSetting[]>(queryKey, (all = []) => [
        ...all.filter((setting) => setting.list !== list || setting.name !== name),
        ...(value === null ? [] : [{ list, name, value }]),
      ]);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return {
    kept: data?.filter((setting) => setting.list === list),
    retry: isLoadingError ? () => void refetch() : undefined,
    keep: (name, value) => mutateAsync({ name, value }),
  };
}
