import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { housesOptions } from "../api/houses";

type HouseSelectProps = Omit<SelectProps, "data" | "searchable">;

/** Chooses one of all houses. The value is its id as text. */
export function HouseSelect(props: HouseSelectProps) {
  const { data } = useQuery(housesOptions());
  return (
    <Select
      {...props}
      searchable
      nothingFoundMessage="Такого дома нет"
      data={(data ?? []).map(({ id, nameRu }) => ({ value: String(id), label: nameRu }))}
    />
  );
}
