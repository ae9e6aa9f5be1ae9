import { TagsInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import type { StaffForm } from "@/staff/form/useStaffForm";
import { authorsOptions } from "../api/lot";
import { LOT_LABELS, type LotValues } from "../model/lotForm";
import css from "./HouseLotPage.module.css";

/** Authors with suggestions; a name that the site does not know is said to be new. */
export function AuthorField({
  staffForm,
  autoFocus,
}: {
  staffForm: StaffForm<LotValues>;
  autoFocus?: boolean;
}) {
  const { form } = staffForm;
  const [typed, setTyped] = useState("");
  const [sought] = useDebouncedValue(typed, 200);
  const { data: suggested } = useQuery(authorsOptions(sought));
  const last = form.values.author.at(-1) ?? "";
  const { data: known } = useQuery(authorsOptions(last));
  const isKnown = known?.some(({ name }) => name === last);
  return (
    <TagsInput
      wrapperProps={{ "data-span": "6" }}
      label={LOT_LABELS.author}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus}
      placeholder={form.values.author.length === 0 ? "Имя, затем Enter" : undefined}
      data={(suggested ?? []).map(({ name }) => name).filter((name, at, all) => all.indexOf(name) === at)}
      value={form.values.author}
      error={form.errors.author}
      onChange={(names) => form.setFieldValue("author", names)}
      searchValue={typed}
      onSearchChange={setTyped}
      classNames={{ input: css.tags }}
      splitChars={[";"]}
      acceptValueOnBlur
      maxTags={10}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={
        last === "" || known === undefined ? undefined : isKnown ? (
          <span className={css.known}>
            <Icon name="check" size="s" /> Найден: {last}
          </span>
        ) : (
          `Новый автор: ${last}`
        )
      }
    />
  );
}
