import { useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { configOptions } from "@/lib/api/queries/config";
import type { SiteContacts } from "@/lib/api/types";

/** Replaces the contacts of the footer, which then shows them at once. */
export function useSaveContacts() {
  const client = useQueryClient();
  return async (body: SiteContacts) => {
    const saved = await call(api.PUT("/api/config/contacts", { body }));
    await client.invalidateQueries({ queryKey: configOptions().queryKey });
    return saved;
  };
}
