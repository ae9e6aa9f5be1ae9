import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import type { AccountInfo } from "@/lib/api/types";
import { phone } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { StaffPage } from "@/staff/blocks/StaffPage";
import type { HouseRole } from "@/staff/people/staff";
import { ListWithPanel } from "@/staff/table/ListWithPanel";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import {
  ACCOUNT_SORTS,
  type AccountFilter,
  accountsOptions,
  saveAccounts,
  useHouseRole,
} from "../api/accounts";
import { housesOptions } from "../api/houses";
import { HOUSE_ROLES, houseRoles } from "../model/roles";
import { seenColumn } from "../model/seenColumn";
import { saleLabel } from "../model/subject";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";
import { HouseSelect } from "./HouseSelect";
import { UserPanel } from "./UserPanel";

const FILTERS = ["house"] as const;
const PEOPLE = ["сотрудник", "сотрудника", "сотрудников"] as const;

/** The staff of all houses, with their roles. */
export default function AdminStaff() {
  const state = useTableState(FILTERS, ACCOUNT_SORTS);
  const { params, change } = useAddress();
  const [inviting, setInviting] = useState(false);
  const houses = useQuery(housesOptions());
  const filter: AccountFilter = {
    search: state.search,
    role: null,
    houseId: Number(state.filter("house")) || null,
    staff: true,
    deleted: false,
    sort: state.sort,
    page: state.page,
  };
  const list = useQuery(accountsOptions(filter));
  const open = Number(params.get("id")) || null;
  const show = (id: number | null) => change({ id, page: state.page > 1 ? state.page : null });
  const nameOf = (houseId: number) =>
    houses.data?.find(({ id }) => id === houseId)?.nameRu ?? `Дом № ${houseId}`;
  const rolesOf = (account: AccountInfo) => [
    ...houseRoles(account).map(
      ({ houseId, label }) => `${nameOf(houseId)}: ${label.toLocaleLowerCase("ru")}`,
    ),
    ...account.auctioneerOfCatalogs.map(({ id, title }) => `${saleLabel(id, title)}: аукционист`),
  ];

  const columns: readonly StaffColumn<AccountInfo>[] = [
    {
      id: "name",
      title: "Имя и контакт",
      sortable: "asc",
      render: ({ displayName, login, eMail }) => (
        <div className={css.name}>
          <b>{displayName}</b>
          <small>{login ? phone(login) : eMail}</small>
        </div>
      ),
      value: ({ displayName }) => displayName,
    },
    {
      id: "roles",
      title: "Дом и роль",
      render: (account) => (
        <ul className={css.name}>
          {rolesOf(account).map((role) => (
            <li key={role}>{role}</li>
          ))}
        </ul>
      ),
      value: (account) => rolesOf(account).join(", "),
    },
    seenColumn,
  ];

  return (
    <StaffPage
      title="Сотрудники домов"
      note="Владельцы, менеджеры, редакторы новостей и аукционисты всех домов"
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setInviting(true)}>
          Пригласить
        </Button>
      }
    >
      <ListWithPanel
        onClose={() => show(null)}
        panel={open === null ? null : { title: "Сотрудник", content: <UserPanel key={open} id={open} /> }}
        list={
          <StaffTable
            name="staff"
            label="Сотрудники домов"
            noun={PEOPLE}
            rowId={({ id }) => id}
            rowLabel={({ displayName }) => displayName}
            columns={columns}
            query={list}
            state={state}
            ownOrder={state.search ? "По совпадению" : "Сначала новые"}
            onExport={() => saveAccounts("staff", filter)}
            search="Имя, телефон или e-mail"
            filters={
              <HouseSelect
                aria-label="Дом"
                placeholder="Все дома"
                clearable
                value={state.filter("house") || null}
                onChange={(value) => state.setFilter("house", value)}
              />
            }
            card={(account) => (
              <button type="button" className={css.card} onClick={() => show(account.id)}>
                <b>{account.displayName}</b>
                {rolesOf(account).map((role) => (
                  <small key={role}>{role}</small>
                ))}
              </button>
            )}
            onOpen={({ id }) => show(id)}
            openId={open}
            empty={
              <EmptyState title="Сотрудников пока нет">
                Приглашённые появятся здесь, когда примут приглашение.
              </EmptyState>
            }
          />
        }
      />
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </StaffPage>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const role = useHouseRole();
  return (
    <FormDialog
      title="Пригласить сотрудника"
      initial={{ house: "", role: "manager" as HouseRole, number: "", email: "" }}
      validate={({ house, number, email }) => ({
        house: house ? null : "Выберите дом",
        number: number.trim() || email.trim() ? null : "Укажите телефон или e-mail",
      })}
      confirm="Пригласить"
      done="Приглашение отправлено"
      onClose={onClose}
      save={({ house, role: name, number, email }) =>
        role.mutateAsync({
          person: number.trim() ? { number: number.trim() } : { email: email.trim() },
          houseId: Number(house),
          role: name,
          on: true,
        })
      }
    >
      {(form) => (
        <>
          <p className="small muted">
            Человек вступит в роль, когда примет приглашение. С этого времени он не делает ставок в этом доме.
          </p>
          <HouseSelect label="Дом" {...form.getInputProps("house")} />
          <Select
            label="Роль"
            allowDeselect={false}
            data={HOUSE_ROLES.map(({ role: value, label }) => ({ value, label }))}
            {...form.getInputProps("role")}
          />
          <TextInput label="Телефон" inputMode="tel" {...form.getInputProps("number")} />
          <TextInput label="E-mail" inputMode="email" {...form.getInputProps("email")} />
        </>
      )}
    </FormDialog>
  );
}
