import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { StaffForm } from "@/staff/form/useStaffForm";
import { readingOptions } from "../api/lot";
import { LOT_LABELS, type LotValues } from "../model/lotForm";
import css from "./HouseLotPage.module.css";

/** What the description says where a field is empty or differs; one press adopts it. */
export function ReadFields({ staffForm }: { staffForm: StaffForm<LotValues> }) {
  const { form } = staffForm;
  const [description] = useDebouncedValue(form.values.description, 500);
  const { data: read } = useQuery(readingOptions(description));
  if (!read || description.trim() === "") return null;
  const { values } = form;
  const found: { name: "title" | "author" | "period" | "size"; text: string; isSame: boolean }[] = [];
  if (read.author) {
    found.push({ name: "author", text: read.author, isSame: values.author.includes(read.author) });
  }
  if (read.titleRu && values.title.trim() === "")
    found.push({ name: "title", text: read.titleRu, isSame: false });
  if (read.period) found.push({ name: "period", text: read.period, isSame: values.period === read.period });
  if (read.size) found.push({ name: "size", text: read.size, isSame: values.size === read.size });
  if (found.length === 0) return null;
  return (
    <ul className={css.read} aria-label="Понято из описания">
      {found.map(({ name, text, isSame }) => (
        <li key={name}>
          {isSame ? (
            <span className={css.known}>
              <Icon name="check" size="s" /> {LOT_LABELS[name]}: {text}
            </span>
          ) : (
            <Button
              size="xs"
              variant="quiet"
              onClick={() =>
                name === "author"
                  ? form.setFieldValue("author", [...values.author, text])
                  : form.setFieldValue(name, text)
              }
            >
              {LOT_LABELS[name]}: взять «{text}»
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
