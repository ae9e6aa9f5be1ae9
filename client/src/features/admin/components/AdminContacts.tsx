import { Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { Loaded } from "@/components/Loaded/Loaded";
import { configOptions } from "@/lib/api/queries/config";
import type { Config, SiteContacts } from "@/lib/api/types";
import { useMovedFocus } from "@/lib/useMovedFocus";
import { Block } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { FormGrid } from "@/staff/form/FormGrid";
import { SaveBar } from "@/staff/form/SaveBar";
import { useStaffForm } from "@/staff/form/useStaffForm";
import { useSaveContacts } from "../api/contacts";
import { moved } from "../model/order";
import { useRowKeys } from "../model/useRowKeys";
import css from "./admin.module.css";

const MOST_LINKS = 12;

interface ContactsForm {
  phone: string;
  email: string;
  address: string;
  socialLinks: { name: string; url: string }[];
}

const LABELS: Record<keyof ContactsForm, string> = {
  phone: "Телефон",
  email: "E-mail",
  address: "Адрес",
  socialLinks: "Социальные сети",
};

const formOf = ({ phone, email, address, socialLinks }: SiteContacts): ContactsForm => ({
  phone: phone ?? "",
  email: email ?? "",
  address: address ?? "",
  socialLinks: (socialLinks ?? []).map(({ name, url }) => ({ name, url })),
});

const formOfConfig = ({ contacts, socialLinks }: Config) => formOf({ ...contacts, socialLinks });

/** The operator's contacts and social links: what the footer of public pages shows. */
export default function AdminContacts() {
  const query = useQuery(configOptions());
  return (
    <StaffPage
      title="Контакты площадки"
      note="Эти контакты стоят внизу страниц сайта, в соглашении и политике обработки данных. Телефон — ещё и в описании аукционов для поиска"
    >
      <Loaded query={query} h={440}>
        {(data) => <Fields config={data} />}
      </Loaded>
    </StaffPage>
  );
}

function Fields({ config }: { config: Config }) {
  const client = useQueryClient();
  const save = useSaveContacts();
  const staffForm = useStaffForm<ContactsForm>({
    stored: formOfConfig(config),
    done: "Контакты сохранены",
    save: async ({ phone, email, address, socialLinks }) =>
      formOf(
        await save({ phone: phone || null, email: email || null, address: address || null, socialLinks }),
      ),
    read: async () => formOfConfig(await client.fetchQuery({ ...configOptions(), staleTime: 0 })),
  });
  const { form } = staffForm;
  const links = form.values.socialLinks;
  const { keys, move } = useRowKeys(links.length);
  return (
    <form
      className={css.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        staffForm.submit();
      }}
    >
      <Block title="Контакты">
        <FormGrid>
          <TextInput
            label="Телефон"
            description="Например, 8 (800) 000-00-00"
            inputMode="tel"
            wrapperProps={{ "data-span": 6 }}
            {...form.getInputProps("phone")}
          />
          <TextInput
            label="E-mail"
            description="Сюда пишут покупатели и дома"
            inputMode="email"
            wrapperProps={{ "data-span": 6 }}
            {...form.getInputProps("email")}
          />
          <Textarea label="Адрес" autosize minRows={1} {...form.getInputProps("address")} />
        </FormGrid>
      </Block>
      <Block title="Социальные сети" className={css.block}>
        {links.length === 0 && <p className="caption">Ссылок пока нет.</p>}
        <ul className={css.links}>
          {links.map((link, place) => {
            const name = link.name || `ссылка ${place + 1}`;
            return (
              <li key={keys[place]}>
                <TextInput
                  label="Название"
                  placeholder="Телеграм"
                  {...form.getInputProps(`socialLinks.${place}.name`)}
                />
                <TextInput
                  label="Адрес"
                  placeholder="https://"
                  inputMode="url"
                  {...form.getInputProps(`socialLinks.${place}.url`)}
                />
                <LinkActions
                  name={name}
                  place={place}
                  count={links.length}
                  onMove={(to) => {
                    move(place, to);
                    form.setFieldValue("socialLinks", moved(links, place, to));
                  }}
                  onRemove={() => form.setFieldValue("socialLinks", links.toSpliced(place, 1))}
                />
              </li>
            );
          })}
        </ul>
        {form.errors.socialLinks && <p className={css.fault}>{form.errors.socialLinks}</p>}
        <Button
          size="xs"
          variant="quiet"
          leftSection={<Icon name="plus" size="s" />}
          disabled={links.length >= MOST_LINKS}
          onClick={() => form.insertListItem("socialLinks", { name: "", url: "" })}
        >
          Добавить ссылку
        </Button>
      </Block>
      <SaveBar
        staffForm={staffForm}
        labels={LABELS}
        show={(field, value) =>
          field === "socialLinks"
            ? (value as ContactsForm["socialLinks"]).map(({ name }) => name).join(", ")
            : String(value)
        }
      />
    </form>
  );
}

interface LinkActionsProps {
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function LinkActions({ name, place, count, onMove, onRemove }: LinkActionsProps) {
  const { ref, note } = useMovedFocus<HTMLSpanElement>(place);
  const move = (to: number) => {
    note();
    onMove(to);
  };
  return (
    <span ref={ref} className={css.linkActs}>
      <IconButton icon="up" label={`Выше: ${name}`} disabled={place === 0} onClick={() => move(place - 1)} />
      <IconButton
        icon="down"
        label={`Ниже: ${name}`}
        disabled={place === count - 1}
        onClick={() => move(place + 1)}
      />
      <IconButton icon="x" label={`Убрать: ${name}`} onClick={onRemove} />
    </span>
  );
}
