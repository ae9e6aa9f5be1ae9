import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Facts } from "@/components/Facts/Facts";
import { Icon } from "@/components/Icon/Icon";
import type { AccountInfo } from "@/lib/api/types";
import { dayMonthTime, phone } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { ListWithPanel } from "@/staff/table/ListWithPanel";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import {
  ACCOUNT_SORTS,
  type AccountFilter,
  accountsOptions,
  saveAccounts,
  useCreateAccount,
} from "../api/accounts";
import { ADMIN, DEVELOPER, mainRole } from "../model/roles";
import { seenColumn } from "../model/seenColumn";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";
import { HouseSelect } from "./HouseSelect";
import { UserPanel } from "./UserPanel";

const FILTERS = ["kind", "house"] as const;
const PEOPLE = ["человек", "человека", "человек"] as const;

const KINDS = [
  { value: "staff", label: "Сотрудники домов" },
  { value: "admin", label: "Администраторы" },
  { value: "developer", label: "Разработчики" },
  { value: "deleted", label: "Удалённые" },
];

const Contacts = ({ login, eMail }: AccountInfo) =>
  login || eMail ? <Facts facts={[login && phone(login), eMail]} separator=", " /> : "Без контактов";

const PERSON_COLUMNS: readonly StaffColumn<AccountInfo>[] = [
  {
    id: "name",
    title: "Имя и контакты",
    sortable: "asc",
    render: (account) => (
      <div className={css.name}>
        <b>{account.displayName}</b>
        <small>
          <Contacts {...account} />
        </small>
      </div>
    ),
    value: (account) => account.displayName,
  },
  {
    id: "phone",
    title: "Телефон",
    optional: true,
    render: (a) => a.login && phone(a.login),
    value: (a) => a.login,
  },
  { id: "email", title: "E-mail", optional: true, render: (a) => a.eMail, value: (a) => a.eMail },
  { id: "role", title: "Роль", width: 170, render: mainRole, value: mainRole },
  seenColumn,
  {
    id: "created",
    title: "Заведён (МСК)",
    sortable: "desc",
    width: 170,
    optional: true,
    render: ({ created }) => dayMonthTime(created),
    value: ({ created }) => created,
  },
];

/** Everybody who has an account: found by name, contact or number, with their rights, logins and what can be done. */
export default function AdminUsers() {
  const state = useTableState(FILTERS, ACCOUNT_SORTS);
  const { params, change } = useAddress();
  const [creating, setCreating] = useState(false);
  const kind = state.filter("kind");
  const filter: AccountFilter = {
    search: state.search,
    role: kind === "admin" ? ADMIN : kind === "developer" ? DEVELOPER : null,
    houseId: Number(state.filter("house")) || null,
    staff: kind === "staff",
    deleted: kind === "deleted",
    sort: state.sort,
    page: state.page,
  };
  const list = useQuery(accountsOptions(filter));
  const open = Number(params.get("id")) || null;
  const show = (id: number | null) => change({ id, page: state.page > 1 ? state.page : null });

  return (
    <StaffPage
      title="Пользователи"
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
          Добавить пользователя
        </Button>
      }
    >
      <ListWithPanel
        onClose={() => show(null)}
        panel={open === null ? null : { title: "Пользователь", content: <UserPanel key={open} id={open} /> }}
        list={
          <StaffTable
            name="users"
            label="Пользователи"
            noun={PEOPLE}
            rowId={({ id }) => id}
            rowLabel={({ displayName }) => displayName}
            columns={PERSON_COLUMNS}
            query={list}
            state={state}
            ownOrder={state.search ? "По совпадению" : "-created"}
            onExport={() => saveAccounts("users", filter)}
            search="Имя, телефон, e-mail или номер"
            filters={
              <>
                <Select
                  aria-label="Кто"
                  placeholder="Кто: все"
                  clearable
                  data={KINDS}
                  value={kind || null}
                  onChange={(value) => state.setFilter("kind", value)}
                />
                <HouseSelect
                  aria-label="Дом, в котором человек работает"
                  placeholder="Любой дом"
                  clearable
                  value={state.filter("house") || null}
                  onChange={(value) => state.setFilter("house", value)}
                />
              </>
            }
            card={(account) => (
              <button type="button" className={css.card} onClick={() => show(account.id)}>
                <b>{account.displayName}</b>
                <small>
                  <Contacts {...account} />
                </small>
                <small>{mainRole(account)}</small>
              </button>
            )}
            onOpen={({ id }) => show(id)}
            openId={open}
            empty={
              <EmptyState title="Пользователей пока нет">
                Они появятся, когда войдут на сайт. Человека можно завести и самим.
              </EmptyState>
            }
          />
        }
      />
      {creating && <CreateAccount onClose={() => setCreating(false)} onCreated={show} />}
    </StaffPage>
  );
}

function CreateAccount({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (id: number | null) => void;
}) {
  const create = useCreateAccount();
  return (
    <FormDialog
      title="Новый пользователь"
      initial={{ displayName: "", number: "", eMail: "" }}
      confirm="Добавить"
      done="Пользователь добавлен"
      onClose={onClose}
      save={async ({ displayName, number, eMail }) => {
        const { id } = await create.mutateAsync({
          displayName,
          number,
          eMail,
        });
        onCreated(id ?? null);
      }}
    >
      {(form) => (
        <>
          <p className="small muted">Человек подтвердит свои контакты, когда войдёт в первый раз.</p>
          <TextInput label="Имя" data-autofocus {...form.getInputProps("displayName")} />
          <TextInput label="Телефон" inputMode="tel" {...form.getInputProps("number")} />
          <TextInput label="E-mail" inputMode="email" {...form.getInputProps("eMail")} />
        </>
      )}
    </FormDialog>
  );
}
