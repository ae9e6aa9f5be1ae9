import { NumberInput, Select, Switch, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "@/components/Button/Button";
import type { Catalog, House } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { count, duration, type Instant, moscowDay, moscowField, ofMoscowField } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { FormGrid } from "@/staff/form/FormGrid";
import { RichTextField } from "@/staff/form/RichTextField";
import { SaveBar } from "@/staff/form/SaveBar";
import { useStaffForm } from "@/staff/form/useStaffForm";
import { catalogOptions } from "@/trade/api/catalog";
import { CalculationType, CatalogState, CatalogType, Currency, catalogTypeLabel } from "@/trade/enums";
import { DEFAULT_STEPS, ladderOf } from "@/trade/rules/ladder";
import { isFinished } from "@/trade/rules/trading";
import { saveCatalog, useCatalogChanged } from "../api/catalogs";
import { type CatalogForm, FORM_LABELS, formOf, requestOf } from "../model/catalogForm";
import css from "./catalogs.module.css";
import { StepsBlock } from "./StepsBlock";

interface CatalogFieldsProps {
  houseId: number;
  house: House;
  /** Null for a new one. */
  catalog: Catalog | null;
  stored: CatalogForm;
  onCreated?: (catalog: Catalog) => void;
}

const DAY_MS = 24 * 3_600_000;

const TYPES = [CatalogType.Classic, CatalogType.Parallel, CatalogType.Gallery, CatalogType.PostAuction];

function validate(values: CatalogForm): Partial<Record<string, string>> {
  const errors: Partial<Record<string, string>> = {};
  if (values.title.trim() === "") errors.title = "Введите название";
  if (values.startDate && values.endDate && values.endDate <= values.startDate) {
    errors.endDate = "Окончание должно быть позже начала";
  }
  return errors;
}

/** The form of a catalog. */
export function CatalogFields({ houseId, house, catalog, stored, onCreated }: CatalogFieldsProps) {
  const client = useQueryClient();
  const changed = useCatalogChanged();
  const id = catalog?.id ?? null;
  const created = useRef<Catalog | null>(null);
  const revision = useRef(catalog?.revision ?? null);
  const staffForm = useStaffForm<CatalogForm>({
    stored,
    validate,
    done: id === null ? "Черновик создан" : "Каталог сохранён",
    save: async (values) => {
      const saved = await saveCatalog(
        requestOf(values, houseId, id ?? created.current?.id ?? null, revision.current),
      );
      if (id !== null) client.setQueryData(catalogOptions(id).queryKey, saved);
      await changed(id ?? undefined);
      revision.current = saved.revision;
      if (id === null) created.current = saved;
      return formOf(saved, house);
    },
    saved: () => {
      if (created.current) onCreated?.(created.current);
    },
    read:
      id === null
        ? undefined
        : async () => {
            const now = await client.fetchQuery({ ...catalogOptions(id), staleTime: 0 });
            revision.current = now.revision;
            return formOf(now, house);
          },
  });
  const { form } = staffForm;
  const { values } = form;
  const parallel = Number(values.catalogType) === CatalogType.Parallel;
  const classic = Number(values.catalogType) === CatalogType.Classic;
  const isOver = catalog !== null && isFinished(catalog.state);
  const ladder = ladderOf({
    catalogType: Number(values.catalogType),
    calculationType: Number(values.calculationType),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        staffForm.submit();
      }}
    >
      <Block title="Каталог">
        <FormGrid>
          <TextInput
            label="Название"
            maxLength={300}
            wrapperProps={{ "data-span": 6 }}
            {...form.getInputProps("title")}
          />
          <Select
            label="Вид торгов"
            wrapperProps={{ "data-span": 6 }}
            disabled={id !== null}
            data={TYPES.map((type) => ({ value: String(type), label: catalogTypeLabel[type] ?? "" }))}
            {...form.getInputProps("catalogType")}
          />
          <RichTextField
            label="Описание"
            value={values.descriptionRu}
            error={form.errors.descriptionRu}
            onChange={(html) => form.setFieldValue("descriptionRu", html)}
          />
        </FormGrid>
      </Block>
      <Block title="Расписание" aside={<span className="caption">Время московское (МСК)</span>}>
        {isOver && (
          <p className={`caption ${css.over}`}>
            Торги {catalog.state === CatalogState.Canceled ? "отменены" : "завершены"}, расписание и шаги не
            меняются
          </p>
        )}
        <fieldset className={css.fields} disabled={isOver}>
          <FormGrid>
            <TextInput
              type="datetime-local"
              label="Начало торгов"
              wrapperProps={{ "data-span": 6 }}
              description={<Away at={values.startDate} />}
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...form.getInputProps("startDate")}
            />
            <TextInput
              type="datetime-local"
              label="Окончание торгов"
              wrapperProps={{ "data-span": 6 }}
              description={parallel ? <Away at={values.endDate} /> : "Нужно для параллельных торгов"}
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...form.getInputProps("endDate")}
            />
            {classic && (
              <>
                <Switch
                  label="Автостарт: лоты идут сами, по времени"
                  wrapperProps={{ "data-span": 8 }}
                  {...form.getInputProps("isAutoStart", { type: "checkbox" })}
                />
                <NumberInput
                  label="Время на лот, секунд"
                  wrapperProps={{ "data-span": 4 }}
                  min={5}
                  max={3600}
                  allowDecimal={false}
                  disabled={!values.isAutoStart}
                  {...form.getInputProps("lotSaleTimeoutInSeconds")}
                />
              </>
            )}
            <NumberInput
              label="Комиссия, %"
              wrapperProps={{ "data-span": 3 }}
              min={0}
              max={100}
              decimalScale={2}
              decimalSeparator=","
              {...form.getInputProps("commission")}
            />
            <Select
              label="Валюта"
              wrapperProps={{ "data-span": 3 }}
              data={[
                { value: String(Currency.Rub), label: "Рубли" },
                { value: String(Currency.Eur), label: "Евро" },
                { value: String(Currency.Usd), label: "Доллары" },
              ]}
              {...form.getInputProps("currency")}
            />
            <Select
              label="Как растут ставки"
              wrapperProps={{ "data-span": 6 }}
              data={[
                { value: String(CalculationType.ByCatalogType), label: "Как принято для вида торгов" },
                { value: String(CalculationType.ByStepTable), label: "По таблице шагов" },
                { value: String(CalculationType.TenPercentAndModTen), label: "На десять процентов от цены" },
              ]}
              {...form.getInputProps("calculationType")}
            />
          </FormGrid>
        </fieldset>
      </Block>
      {ladder.percent ? (
        <Block title="Шаги ставок">
          <p className="small muted">Ставка растёт на десять процентов от цены, таблица не нужна.</p>
        </Block>
      ) : (
        <StepsBlock
          names={{ usual: "Таблица дома", own: "Своя для каталога" }}
          isClosed={isOver}
          isOwn={values.ownSteps}
          onOwn={(isOwn) => {
            form.setFieldValue("ownSteps", isOwn);
            if (!isOwn) form.setFieldValue("stepsTable", [...(house.stepsTable ?? DEFAULT_STEPS)]);
          }}
          value={values.stepsTable}
          error={form.errors.stepsTable}
          onChange={(table) => {
            form.setFieldValue("stepsTable", table);
            form.setFieldValue("ownSteps", true);
          }}
        />
      )}
      {id === null ? (
        <Button
          type="submit"
          variant="bid"
          className={css.create}
          data-pending={staffForm.saving || undefined}
        >
          Создать черновик
        </Button>
      ) : null}
      <SaveBar staffForm={staffForm} labels={FORM_LABELS} show={showField} />
    </form>
  );
}

function showField(field: keyof CatalogForm, value: CatalogForm[keyof CatalogForm]): string {
  if (field === "stepsTable" && Array.isArray(value)) {
    return value.map(({ start, step }) => `с ${start} шаг ${step}`).join(", ");
  }
  if (typeof value === "boolean") return value ? "да" : "нет";
  if (field === "catalogType") return catalogTypeLabel[Number(value)] ?? "";
  return String(value)
    .replace(/<[^>]*>/g, " ")
    .trim();
}

const DAYS = ["день", "дня", "дней"] as const;
/** The number of the day on Moscow's calendar. */
const dayNumber = (at: Instant) => Date.parse(moscowField(at).slice(0, 10)) / DAY_MS;

/** «Суббота, через 6 дней». */
function Away({ at }: { at: string }) {
  const now = useServerNow(60_000);
  const instant = ofMoscowField(at);
  if (instant === null) return "Не указано";
  const { weekday } = moscowDay(instant);
  const left = Date.parse(instant) - now;
  const away = left < DAY_MS ? duration(left) : count(dayNumber(instant) - dayNumber(now), DAYS);
  return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}, ${left > 0 ? `через ${away}` : "уже прошло"}`;
}
