import { Checkbox, NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { MAX_AMOUNT } from "@/lib/amounts";
import { currencySign } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { FormGrid } from "@/staff/form/FormGrid";
import type { StaffForm } from "@/staff/form/useStaffForm";
import { useClassificator } from "@/trade/api/classificator";
import { categoryNames } from "../model/columns";
import { LOT_LABELS, type LotValues } from "../model/lotForm";
import { AuthorField } from "./AuthorField";
import css from "./HouseLotPage.module.css";
import { ReadFields } from "./ReadFields";

interface LotFieldsProps {
  staffForm: StaffForm<LotValues>;
  currency: number;
  /** Whether there is a reserve that this person is not shown. */
  reserveIsSecret: boolean;
  hasNumber: boolean;
  autoFocus?: boolean;
}

/** The fields of a lot, of a new one and of a stored one. */
export function LotFields({ staffForm, currency, reserveIsSecret, hasNumber, autoFocus }: LotFieldsProps) {
  const { form } = staffForm;
  const { data: tree } = useClassificator();
  const categories = useMemo(
    () => [...categoryNames(tree ?? [])].map(([id, label]) => ({ value: String(id), label })),
    [tree],
  );
  const sign = currencySign(currency);
  const text = (name: keyof LotValues) => ({
    "data-path": name,
    label: LOT_LABELS[name],
    ...form.getInputProps(name),
  });
  const amount = (name: "start" | "reserve" | "estimatedFrom" | "estimatedTo") => ({
    "data-path": name,
    label: `${LOT_LABELS[name]}, ${sign}`,
    value: form.values[name],
    error: form.errors[name],
    onChange: (value: string | number) => form.setFieldValue(name, String(value)),
    allowNegative: false,
    allowDecimal: false,
    thousandSeparator: "\u00a0",
    inputMode: "numeric" as const,
    max: MAX_AMOUNT,
    clampBehavior: "none" as const,
  });
  return (
    <>
      <Block title="Описание" className={css.block}>
        <FormGrid>
          <AuthorField staffForm={staffForm} autoFocus={autoFocus} />
          <TextInput wrapperProps={{ "data-span": "6" }} required {...text("title")} />
          <div>
            <Checkbox
              label={LOT_LABELS.isAttributed}
              checked={form.values.isAttributed}
              onChange={(event) => form.setFieldValue("isAttributed", event.currentTarget.checked)}
            />
          </div>
          <Textarea
            autosize
            minRows={4}
            maxRows={16}
            description="Обычный текст. Период, размер и автора можно взять из него"
            {...text("description")}
          />
          <ReadFields staffForm={staffForm} />
          <TextInput wrapperProps={{ "data-span": "4" }} {...text("period")} />
          <TextInput wrapperProps={{ "data-span": "4" }} {...text("size")} />
          <Select
            wrapperProps={{ "data-span": "4" }}
            searchable
            clearable
            nothingFoundMessage="Такой категории нет"
            data={categories}
            {...text("categoryId")}
          />
          <TextInput wrapperProps={{ "data-span": "6" }} {...text("materials")} />
          <TextInput wrapperProps={{ "data-span": "3" }} {...text("country")} />
          <TextInput wrapperProps={{ "data-span": "3" }} {...text("weight")} />
        </FormGrid>
      </Block>
      <Block title="Цены" className={css.block}>
        <FormGrid>
          <NumberInput wrapperProps={{ "data-span": "3" }} {...amount("start")} />
          <NumberInput
            wrapperProps={{ "data-span": "3" }}
            {...amount("reserve")}
            // Below the field, so that the fields of a row stand in one line.
            inputWrapperOrder={["label", "input", "description", "error"]}
            description={
              reserveIsSecret
                ? "Резерв задан, сумму видит только администратор. 0 снимает его"
                : "Ниже этой цены лот не продаётся"
            }
          />
          <NumberInput wrapperProps={{ "data-span": "3" }} {...amount("estimatedFrom")} />
          <NumberInput wrapperProps={{ "data-span": "3" }} {...amount("estimatedTo")} />
        </FormGrid>
      </Block>
      <Block title="Ещё" className={css.block}>
        <FormGrid>
          {hasNumber && (
            <NumberInput
              wrapperProps={{ "data-span": "3" }}
              label={LOT_LABELS.number}
              description={form.values.number === "" ? "Пусто: следующий по порядку" : undefined}
              value={form.values.number}
              error={form.errors.number}
              onChange={(value) => form.setFieldValue("number", String(value))}
              allowNegative={false}
              allowDecimal={false}
            />
          )}
          <Textarea
            autosize
            minRows={2}
            description="Перед первой ставкой участник подтверждает, что прочёл их"
            {...text("notes")}
          />
          <Textarea
            autosize
            minRows={2}
            description="Видна только на пульте и сотрудникам дома: что назвать, кто в зале"
            {...text("auctioneerNote")}
          />
          <Textarea
            autosize
            minRows={1}
            description="Адреса роликов, каждый с новой строки"
            {...text("videos")}
          />
        </FormGrid>
      </Block>
    </>
  );
}
