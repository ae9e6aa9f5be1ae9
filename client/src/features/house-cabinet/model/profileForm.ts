import type { House, HouseRequest, StepRow } from "@/lib/api/types";
import { DEFAULT_STEPS } from "@/trade/rules/ladder";

/** A house's profile as its form holds it. */
export interface ProfileForm {
  nameRu: string;
  address: string;
  phone: string;
  whatsupPhone: string;
  email: string;
  site: string;
  /** Empty: no gallery of a kind. */
  galleryType: string;
  descriptionRu: string;
  commission: number;
  terms: string;
  /** Whether the house has steps of its own instead of the usual ones. */
  ownSteps: boolean;
  stepsTable: StepRow[];
}

export const PROFILE_LABELS: Record<keyof ProfileForm, string> = {
  nameRu: "Название",
  address: "Адрес",
  phone: "Телефон",
  whatsupPhone: "WhatsApp",
  email: "E-mail",
  site: "Сайт",
  galleryType: "Вид галереи",
  descriptionRu: "Описание",
  commission: "Комиссия",
  terms: "Оплата и доставка",
  ownSteps: "Своя таблица шагов",
  stepsTable: "Шаги ставок",
};

/** The server's names of fields that the form calls otherwise. */
export const SERVER_NAMES: Readonly<Record<string, string>> = {
  "paymentAndDelivery.commission": "commission",
  "paymentAndDelivery.text": "terms",
};

const digits = (phone: string | null) => phone?.replace(/\D/g, "") ?? "";

export function profileOf(house: House): ProfileForm {
  return {
    nameRu: house.nameRu,
    address: house.address ?? "",
    phone: digits(house.phone),
    whatsupPhone: digits(house.whatsupPhone),
    email: house.email ?? "",
    site: house.site ?? "",
    galleryType: house.galleryType === null ? "" : String(house.galleryType),
    descriptionRu: house.descriptionRu ?? "",
    commission: house.paymentAndDelivery.commission,
    terms: house.paymentAndDelivery.text ?? "",
    ownSteps: house.stepsTable !== null,
    stepsTable: [...(house.stepsTable ?? DEFAULT_STEPS)],
  };
}

/** `revision` is that of the house as last read. */
export function houseRequestOf(form: ProfileForm, id: number, revision: number): HouseRequest {
  return {
    id,
    revision,
    nameRu: form.nameRu.trim(),
    address: form.address.trim() || null,
    phone: form.phone || null,
    whatsupPhone: form.whatsupPhone || null,
    email: form.email.trim() || null,
    site: form.site.trim() || null,
    galleryType: form.galleryType === "" ? null : (Number(form.galleryType) as HouseRequest["galleryType"]),
    descriptionRu: form.descriptionRu || null,
    paymentAndDelivery: { commission: form.commission, text: form.terms || null },
    stepsTable: form.ownSteps ? form.stepsTable : null,
  };
}
