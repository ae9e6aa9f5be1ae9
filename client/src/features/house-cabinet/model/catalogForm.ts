import type { Catalog, CatalogRequest, House, StepRow } from "@/lib/api/types";
import { moscowField, ofMoscowField } from "@/lib/format";
import { CalculationType, CatalogState, CatalogType, Currency } from "@/trade/enums";
import { DEFAULT_STEPS } from "@/trade/rules/ladder";
import { sameSteps } from "./steps";

/** A catalog as its form holds it. */
export interface CatalogForm {
  title: string;
  catalogType: string;
  descriptionRu: string;
  startDate: string;
  endDate: string;
  isAutoStart: boolean;
  lotSaleTimeoutInSeconds: number;
  commission: number;
  currency: string;
  calculationType: string;
  /** Whether the catalog has steps of its own instead of the house's. */
  ownSteps: boolean;
  stepsTable: StepRow[];
}

export const FORM_LABELS: Record<keyof CatalogForm, string> = {
  title: "Название",
  catalogType: "Вид торгов",
  descriptionRu: "Описание",
  startDate: "Начало торгов",
  endDate: "Окончание торгов",
  isAutoStart: "Автостарт",
  lotSaleTimeoutInSeconds: "Время на лот",
  commission: "Комиссия",
  currency: "Валюта",
  calculationType: "Как растут ставки",
  ownSteps: "Своя таблица шагов",
  stepsTable: "Шаги ставок",
};

export const STATE_LABEL: Record<number, string> = {
  [CatalogState.Scheduled]: "Запланирован",
  [CatalogState.InProcess]: "Идёт",
  [CatalogState.Completed]: "Завершён",
  [CatalogState.Canceled]: "Отменён",
  [CatalogState.Temporary]: "Черновик",
  [CatalogState.WaitForEnd]: "Идёт",
};

const houseSteps = (house: Pick<House, "stepsTable">) => [...(house.stepsTable ?? DEFAULT_STEPS)];

export function emptyForm(house: House): CatalogForm {
  return {
    title: "",
    catalogType: String(CatalogType.Classic),
    descriptionRu: "",
    startDate: "",
    endDate: "",
    isAutoStart: false,
    lotSaleTimeoutInSeconds: 30,
    commission: house.paymentAndDelivery.commission,
    currency: String(Currency.Rub),
    calculationType: String(CalculationType.ByStepTable),
    ownSteps: false,
    stepsTable: houseSteps(house),
  };
}

export function formOf(catalog: Catalog, house: House): CatalogForm {
  return {
    title: catalog.title,
    catalogType: String(catalog.catalogType),
    descriptionRu: catalog.descriptionRu ?? "",
    startDate: moscowField(catalog.startDate),
    endDate: moscowField(catalog.endDate),
    isAutoStart: catalog.isAutoStart,
    lotSaleTimeoutInSeconds: catalog.lotSaleTimeoutInSeconds,
    commission: catalog.commission,
    currency: String(catalog.currency),
    calculationType: String(catalog.calculationType),
    // The server gives the steps in effect. The same as the house's are the house's.
    ownSteps: !sameSteps(catalog.stepsTable ?? [], houseSteps(house)),
    stepsTable: [...(catalog.stepsTable ?? houseSteps(house))],
  };
}

/** `revision` is that of the catalog as last read. */
export function requestOf(
  form: CatalogForm,
  houseId: number,
  id: number | null,
  revision: number | null,
): CatalogRequest {
  return {
    id,
    revision,
    houseId,
    title: form.title.trim(),
    catalogType: Number(form.catalogType) as CatalogRequest["catalogType"],
    descriptionRu: form.descriptionRu || null,
    startDate: ofMoscowField(form.startDate),
    endDate: ofMoscowField(form.endDate),
    isAutoStart: form.isAutoStart,
    lotSaleTimeoutInSeconds: form.lotSaleTimeoutInSeconds,
    commission: form.commission,
    currency: Number(form.currency) as CatalogRequest["currency"],
    calculationType: Number(form.calculationType) as CatalogRequest["calculationType"],
    stepsTable: form.ownSteps ? form.stepsTable : null,
  };
}
