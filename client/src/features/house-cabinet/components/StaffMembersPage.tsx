import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Facts } from "@/components/Facts/Facts";
import { Icon } from "@/components/Icon/Icon";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { HouseStaff } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { phone } from "@/lib/format";
import { exportHouseList } from "@/staff/api/houseExport";
import { Block } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { Invited } from "@/staff/people/Invited";
import { appointedBy, type HouseRole, houseStaffOptions } from "@/staff/people/staff";
import { localPage, localSorts } from "@/staff/table/localPage";
import rows from "@/staff/table/rows.module.css";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { useRole } from "../api/house";
import css from "./profile.module.css";

const ROLES: Record<HouseRole, string> = {
  manager: "Менеджер",
  newsmaker: "Редактор новостей",
  owner: "Владелец",
};

function rolesOf(person: HouseStaff): HouseRole[] {
  return (["owner", "manager", "newsmaker"] as const).filter(
    (role) => ({ owner: person.isOwner, manager: person.isManager, newsmaker: person.isNewsmaker })[role],
  );
}

const ROLE_OPTIONS = Object.entries(ROLES).map(([value, label]) => ({ value, label }));
const PEOPLE = ["сотрудник", "сотрудника", "сотрудников"] as const;
const FILTERS = ["role"] as const;

const roleWords = (person: HouseStaff) =>
  rolesOf(person)
    .map((role) => ROLES[role])
    .join(", ");

const Contacts = ({ person }: { person: HouseStaff }) => (
  <Facts facts={[person.eMail, person.phone && phone(person.phone)]} />
);

const COLUMNS: readonly StaffColumn<HouseStaff>[] = [
  {
    id: "name",
    title: "Имя и контакты",
    sortable: "asc",
    render: (person) => (
      <div className={rows.name}>
        <b>{person.displayName}</b>
        <small>
          <Contacts person={person} />
        </small>
      </div>
    ),
    value: ({ displayName }) => displayName,
  },
  { id: "roles", title: "Роль", sortable: "asc", width: 240, render: roleWords, value: roleWords },
  {
    id: "shown",
    title: "На странице дома",
    width: 170,
    optional: true,
    render: ({ isShown }) => (isShown ? "Показан" : "Не показан"),
  },
];
const SORTS = localSorts(COLUMNS);

/** The staff of a house. Owners invite managers and newsmakers; admins owners too. */
export default function StaffMembersPage() {
  const houseId = Number(useParams().houseId);
  const { user } = useSession();
  return user && <Members houseId={houseId} appoints={appointedBy(user, houseId)} />;
}

function Members({ houseId, appoints }: { houseId: number; appoints: readonly HouseRole[] }) {
  const query = useQuery(houseStaffOptions(houseId));
  const change = useRole(houseId);
  const [leaving, setLeaving] = useState<{ person: HouseStaff; role: HouseRole; name: string } | null>(null);
  const state = useTableState(FILTERS, SORTS);
  const role = state.filter("role");
  const found = localPage(
    query.data?.filter((person) => role === "" || rolesOf(person).some((held) => held === role)),
    state,
    COLUMNS,
    ({ displayName, phone: number, eMail }) => [displayName, number, eMail].join(" "),
  );
  const dismissals = (person: HouseStaff) => {
    const name = person.eMail ?? person.phone;
    if (name === null) return null;
    return (
      <div className={css.dismissals}>
        {rolesOf(person)
          .filter((held) => appoints.includes(held))
          .map((held) => (
            <Button key={held} size="xs" onClick={() => setLeaving({ person, role: held, name })}>
              Снять: {ROLES[held].toLowerCase()}
            </Button>
          ))}
      </div>
    );
  };
  const columns =
    appoints.length === 0
      ? COLUMNS
      : [...COLUMNS, { id: "acts", title: "Действия", bare: true, render: dismissals }];
  return (
    <StaffPage
      title="Сотрудники"
      note={appoints.length === 0 ? "Приглашает владелец дома" : "Сотрудники не делают ставок в своём доме"}
    >
      {appoints.length > 0 && <Appoint houseId={houseId} roles={appoints} />}
      <Invited houseId={houseId} />
      <Block title="Кто работает в доме">
        <StaffTable
          name="house-staff"
          label="Сотрудники дома"
          noun={PEOPLE}
          rowId={({ userId, displayName }) => userId ?? displayName}
          rowLabel={({ displayName }) => displayName}
          columns={columns}
          query={{ ...query, data: found.page }}
          state={state}
          ownOrder="name"
          search="Имя или контакт"
          filters={
            <Select
              aria-label="Роль"
              placeholder="Все роли"
              clearable
              data={ROLE_OPTIONS}
              value={role || null}
              onChange={(value) => state.setFilter("role", value)}
            />
          }
          onExport={() => exportHouseList(houseId, "Сотрудники", { list: "staff" })}
          card={(person) => (
            <div className={rows.card}>
              <b>{person.displayName}</b>
              <small>{roleWords(person)}</small>
              <small>
                <Contacts person={person} />
              </small>
              {dismissals(person)}
            </div>
          )}
          empty={
            <EmptyState title="Сотрудников пока нет">
              {appoints.length > 0 ? (
                <>
                  Пригласите менеджера или редактора новостей по <span className={css.whole}>e-mail</span> или
                  телефону.
                </>
              ) : (
                "Их приглашает владелец дома."
              )}
            </EmptyState>
          }
        />
      </Block>
      <ConfirmDialog
        opened={leaving !== null}
        title="Снять роль?"
        confirm="Снять"
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) {
            change.mutate(
              { role: leaving.role, name: leaving.name, add: false },
              { onSuccess: () => tellSuccess("Роль снята", { life: 3000 }), onError: tellFault },
            );
          }
          setLeaving(null);
        }}
      >
        <p className="small">
          {leaving?.person.displayName}: {leaving && ROLES[leaving.role].toLowerCase()}. Доступ к кабинету
          закроется сразу. Запись останется в журнале.
        </p>
      </ConfirmDialog>
    </StaffPage>
  );
}

function Appoint({ houseId, roles }: { houseId: number; roles: readonly HouseRole[] }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<HouseRole>("manager");
  const add = useRole(houseId);
  return (
    <Block title="Пригласить сотрудника">
      <form
        className={css.naming}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "" || add.isPending) return;
          add.mutate(
            { role, name, add: true },
            {
              onSuccess: () => {
                setName("");
                tellSuccess("Приглашение отправлено", { life: 3000 });
              },
            },
          );
        }}
      >
        <TextInput
          label="E-mail или телефон"
          value={name}
          error={add.error ? faultText(add.error) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            add.reset();
          }}
        />
        <Select
          label="Роль"
          w={220}
          data={roles.map((value) => ({ value, label: ROLES[value] }))}
          value={role}
          onChange={(value) => setRole(roles.find((known) => known === value) ?? "manager")}
        />
        <Button
          type="submit"
          leftSection={<Icon name="plus" size="s" />}
          disabled={name.trim() === ""}
          data-pending={add.isPending || undefined}
        >
          Пригласить
        </Button>
      </form>
    </Block>
  );
}
