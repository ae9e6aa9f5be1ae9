import { NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Link, useParams } from "react-router";
import { Loaded } from "@/components/Loaded/Loaded";
import { PhoneInput } from "@/components/PhoneInput/PhoneInput";
import type { House } from "@/lib/api/types";
import { Block, Columns } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { FormGrid } from "@/staff/form/FormGrid";
import { RichTextField } from "@/staff/form/RichTextField";
import { SaveBar } from "@/staff/form/SaveBar";
import { useFieldOfAddress } from "@/staff/form/useFieldOfAddress";
import { useStaffForm } from "@/staff/form/useStaffForm";
import { houseOptions } from "@/trade/api/catalog";
import { GalleryType } from "@/trade/enums";
import { DEFAULT_STEPS } from "@/trade/rules/ladder";
import { houseUrl } from "@/trade/urls";
import { saveHouse, useHouseChanged } from "../api/house";
import {
  houseRequestOf,
  PROFILE_LABELS,
  type ProfileForm,
  profileOf,
  SERVER_NAMES,
} from "../model/profileForm";
import { HouseFiles } from "./HouseFiles";
import { HouseSwitches } from "./HouseSwitches";
import { StepsBlock } from "./StepsBlock";

/** A house's profile: what visitors read of it, its terms and its steps. */
export default function ProfilePage() {
  const houseId = Number(useParams().houseId);
  const query = useQuery(houseOptions(houseId));
  const { data: house } = query;
  return (
    <StaffPage
      title="Профиль и шаги"
      note={
        house && (
          <>
            Так вас видят покупатели:{" "}
            <Link className="link" to={houseUrl(house)}>
              страница дома
            </Link>
          </>
        )
      }
    >
      <Loaded query={query} h={440}>
        {(house) => (
          <Columns
            main={<Fields house={house} />}
            side={
              <>
                <HouseFiles house={house} />
                <HouseSwitches house={house} />
              </>
            }
          />
        )}
      </Loaded>
    </StaffPage>
  );
}

const GALLERIES = [
  { value: "", label: "Не указан" },
  { value: String(GalleryType.Artistic), label: "Художественная" },
  { value: String(GalleryType.Antique), label: "Антикварная" },
  { value: String(GalleryType.Jewelry), label: "Ювелирная" },
  { value: String(GalleryType.Modern), label: "Современная" },
];

function validate(values: ProfileForm): Partial<Record<string, string>> {
  const errors: Partial<Record<string, string>> = {};
  if (values.nameRu.trim() === "") errors.nameRu = "Введите название";
  if (values.email.trim() !== "" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim())) {
    errors.email = "Введите корректный email";
  }
  return errors;
}

function Fields({ house }: { house: House }) {
  const client = useQueryClient();
  const changed = useHouseChanged(house.id);
  const options = houseOptions(house.id);
  const revision = useRef(house.revision);
  const staffForm = useStaffForm<ProfileForm>({
    stored: profileOf(house),
    validate,
    serverNames: SERVER_NAMES,
    done: "Профиль сохранён",
    save: async (values) => {
      const saved = await saveHouse(houseRequestOf(values, house.id, revision.current));
      client.setQueryData(options.queryKey, saved);
      await changed();
      return profileOf(saved);
    },
    read: async () => {
      const now = await client.fetchQuery({ ...options, staleTime: 0 });
      revision.current = now.revision;
      return profileOf(now);
    },
  });
  const { form } = staffForm;
  const { values } = form;
  useFieldOfAddress();
  const text = (field: "descriptionRu" | "terms") => ({
    name: field,
    value: values[field],
    error: form.errors[field],
    onChange: (html: string) => form.setFieldValue(field, html),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        staffForm.submit();
      }}
    >
      <Block title="Контакты">
        <FormGrid>
          <TextInput label="Название" maxLength={300} {...form.getInputProps("nameRu")} />
          <TextInput label="Адрес" maxLength={500} {...form.getInputProps("address")} />
          <PhoneInput
            label="Телефон"
            wrapperProps={{ "data-span": 6 }}
            value={values.phone}
            error={form.errors.phone}
            onChange={(phone) => form.setFieldValue("phone", phone)}
          />
          <PhoneInput
            label="WhatsApp"
            wrapperProps={{ "data-span": 6 }}
            value={values.whatsupPhone}
            error={form.errors.whatsupPhone}
            onChange={(phone) => form.setFieldValue("whatsupPhone", phone)}
          />
          <TextInput label="E-mail" wrapperProps={{ "data-span": 6 }} {...form.getInputProps("email")} />
          <TextInput label="Сайт" wrapperProps={{ "data-span": 6 }} {...form.getInputProps("site")} />
        </FormGrid>
      </Block>
      <Block title="О доме">
        <FormGrid>
          <RichTextField label="Описание" rows={6} {...text("descriptionRu")} />
          <Select
            label="Вид галереи"
            wrapperProps={{ "data-span": 6 }}
            data={GALLERIES}
            {...form.getInputProps("galleryType")}
          />
        </FormGrid>
      </Block>
      <Block title="Оплата и доставка">
        <FormGrid>
          <NumberInput
            label="Комиссия, %"
            description="Для ПостАукциона и галереи; у торгов комиссия своя"
            inputWrapperOrder={["label", "input", "description", "error"]}
            wrapperProps={{ "data-span": 6 }}
            min={0}
            max={100}
            decimalScale={2}
            decimalSeparator=","
            {...form.getInputProps("commission")}
          />
          <RichTextField label="Условия оплаты и доставки" {...text("terms")} />
        </FormGrid>
      </Block>
      <StepsBlock
        names={{ usual: "Обычная таблица", own: "Своя таблица дома" }}
        isOwn={values.ownSteps}
        onOwn={(isOwn) => {
          form.setFieldValue("ownSteps", isOwn);
          if (!isOwn) form.setFieldValue("stepsTable", [...DEFAULT_STEPS]);
        }}
        value={values.stepsTable}
        error={form.errors.stepsTable}
        onChange={(table) => {
          form.setFieldValue("stepsTable", table);
          form.setFieldValue("ownSteps", true);
        }}
      >
        <p className="caption">Новые шаги действуют в черновиках и запланированных торгах без ставок.</p>
      </StepsBlock>
      <SaveBar staffForm={staffForm} labels={PROFILE_LABELS} show={showField} />
    </form>
  );
}

function showField(field: keyof ProfileForm, value: ProfileForm[keyof ProfileForm]): string {
  if (field === "stepsTable" && Array.isArray(value)) {
    return value.map(({ start, step }) => `с ${start} шаг ${step}`).join(", ");
  }
  if (typeof value === "boolean") return value ? "да" : "нет";
  if (field === "galleryType") return GALLERIES.find((kind) => kind.value === value)?.label ?? "";
  return String(value)
    .replace(/<[^>]*>/g, " ")
    .trim();
}
