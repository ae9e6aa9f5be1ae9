import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { phone } from "@/lib/format";
import { accountsOptions } from "../api/accounts";

const PAUSE_MS = 300;

/** Finds one of all accounts by name or contact. The value is its id as text. */
export function PersonSelect(props: Omit<SelectProps, "data" | "searchable">) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const people = useQuery(
    accountsOptions({ search, role: null, houseId: null, staff: false, deleted: false, page: 1 }),
  );
  return (
    <Select
      {...props}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={people.isFetching ? "Ищем…" : "Никого не нашли"}
      data={(people.data?.items ?? []).map(({ id, displayName, login, eMail }) => ({
        value: String(id),
        label: `${displayName}, ${login ? phone(login) : (eMail ?? `№ ${id}`)}`,
      }))}
    />
  );
}
