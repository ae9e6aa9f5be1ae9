import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { AccountInfo, AccountSort, CreateAccount } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { moscow } from "@/lib/format";
import { type Contact, changeHouseRole, type HouseRole } from "@/staff/people/staff";
import { download, XLSX } from "@/staff/table/csv";

export interface AccountFilter {
  search: string;
  /** Role flags, all of which an account must have. */
  role: number | null;
  houseId: number | null;
  /** Only staff of any house. */
  staff: boolean;
  deleted: boolean;
  sort?: AccountSort | undefined;
  page: number;
}

export const ACCOUNT_SORTS: readonly AccountSort[] = [
  "name",
  "-name",
  "seen",
  "-seen",
  "created",
  "-created",
];

const accountsKey = ["admin", "accounts"] as const;
const sessionsKey = (id: number) => ["admin", "sessions", id] as const;

const PAGE = 25;

const queryOf = ({ search, role, houseId, staff, deleted, sort }: AccountFilter) => ({
  search: search || undefined,
  role: role ?? undefined,
  houseId: houseId ?? undefined,
  staff,
  deleted,
  sort,
});

/** A page of accounts, newest first unless sorted. */
export const accountsOptions = (filter: AccountFilter) =>
  queryOptions({
    queryKey: [...accountsKey, filter],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/accounts", {
          params: { query: { ...queryOf(filter), pageNumber: filter.page, pageSize: PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Saves the filtered accounts, of all pages, as a spreadsheet. The server makes it, and journals it. */
export async function saveAccounts(name: string, filter: AccountFilter): Promise<void> {
  const params = { query: queryOf(filter) };
  const file: unknown = await call(api.POST("/api/admin/accounts/export", { params, parseAs: "blob" }));
  const day = moscow(serverNow()).slice(0, 10).split(".").reverse().join("-");
  download(`${name}-${day}.xlsx`, file as Blob, XLSX);
}

/** One account, deleted or not; null if it is unknown. */
export const accountOptions = (id: number) =>
  queryOptions({
    queryKey: [...accountsKey, id],
    queryFn: async ({ signal }): Promise<AccountInfo | null> => {
      for (const deleted of [false, true]) {
        const query = { search: String(id), deleted, pageSize: 100 };
        const { items } = await call(api.GET("/api/accounts", { params: { query }, signal }));
        const found = items.find((account) => account.id === id);
        if (found) return found;
      }
      return null;
    },
  });

/** The open logins and tokens of an account. */
export const sessionsOfOptions = (id: number) =>
  queryOptions({
    queryKey: sessionsKey(id),
    queryFn: ({ signal }) =>
      call(api.GET("/api/accounts/{id}/sessions", { params: { path: { id } }, signal })),
  });

export function useEndSessions(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.DELETE("/api/accounts/{id}/sessions", { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey(id) }),
  });
}

/** A change of an account, after which the lists are read again. */
function useAccountChange<T, R>(mutationFn: (values: T) => Promise<R>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { ownErrors },
    onSuccess: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

export const useCreateAccount = () =>
  useAccountChange((body: CreateAccount) => call(api.POST("/api/accounts/create", { body })), true);

export const useDeleteAccount = () =>
  useAccountChange((id: number) => call(api.DELETE("/api/accounts/{id}", { params: { path: { id } } })));

export const useRestoreAccount = () =>
  useAccountChange((id: number) => call(api.POST("/api/accounts/restore", { body: { id } })));

/** What merging two accounts would move, and what stands in its way. */
export const mergeOptions = (keptId: number, doubleId: number) =>
  queryOptions({
    queryKey: [...accountsKey, "merge", keptId, doubleId],
    queryFn: ({ signal }) =>
      call(api.GET("/api/admin/accounts/merge", { params: { query: { keptId, doubleId } }, signal })),
  });

export const useMergeAccounts = () =>
  useAccountChange((body: { keptId: number; doubleId: number }) =>
    call(api.POST("/api/admin/accounts/merge", { body })),
  );

export type ContactKind = "phone" | "email";

interface ContactChange {
  id: number;
  kind: ContactKind;
  value: string;
}

/** Sets a contact as verified, and ends the account's logins. */
export const useChangeContact = () =>
  useAccountChange(
    ({ id, kind, value }: ContactChange) =>
      kind === "phone"
        ? call(api.POST("/api/admin/accounts/change/phone", { body: { id, number: value } }))
        : call(api.POST("/api/admin/accounts/change/email", { body: { id, email: value } })),
    true,
  );

type Reachable = Pick<AccountInfo, "login" | "eMail" | "isPhoneConfirmed" | "isEMailConfirmed">;

/** How the calls on roles name a person: by a contact that its owner has confirmed, since they skip any other. */
export function contactOf({ login, eMail, isPhoneConfirmed, isEMailConfirmed }: Reachable): Contact {
  const byPhone = login && (isPhoneConfirmed || !isEMailConfirmed);
  return byPhone ? { number: login } : { email: eMail ?? "" };
}

interface DeveloperChange {
  account: AccountInfo;
  on: boolean;
}

export const useDeveloper = () =>
  useAccountChange(({ account, on }: DeveloperChange) => {
    const body = contactOf(account);
    return on
      ? call(api.POST("/api/accounts/dev", { body }))
      : call(api.POST("/api/accounts/dev/unregister", { body }));
  });

interface Leave {
  account: AccountInfo;
  houseId: number;
  /** 1 to 30; 0 ends the leave. */
  days: number;
}

/** Lets a developer see in the journal what a house has not published. */
export const useLeaveForDeveloper = () =>
  useAccountChange(
    ({ account, houseId, days }: Leave) =>
      call(api.POST("/api/accounts/dev/leave", { body: { ...contactOf(account), houseId, days } })),
    true,
  );

export interface HouseRoleChange {
  person: Contact;
  houseId: number;
  role: HouseRole;
  on: boolean;
}

/** Invites a person to a house's staff, or dismisses them. */
export function useHouseRole() {
  const client = useQueryClient();
  return useAccountChange(async ({ person, houseId, role, on }: HouseRoleChange) => {
    await changeHouseRole(houseId, role, person, on);
    await client.invalidateQueries({ queryKey: ["house", houseId] });
  });
}
