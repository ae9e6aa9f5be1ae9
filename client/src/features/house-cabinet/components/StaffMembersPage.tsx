import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NotFound } from "@/components/ErrorBoundary/RouteError";
import { Facts } from "@/components/Facts/Facts";
import { Icon } from "@/components/Icon/Icon";
import { Loaded } from "@/components/Loaded/Loaded";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { HouseStaff } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { phone } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { Invited } from "@/staff/people/Invited";
import people from "@/staff/people/people.module.css";
import { appointedBy, type HouseRole, houseStaffOptions } from "@/staff/people/staff";
import { mayDecideOrders } from "@/trade/rules/staff";
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

/** The staff of a house. Owners invite managers and newsmakers; admins owners too. */
export default function StaffMembersPage() {
  const houseId = Number(useParams().houseId);
  const { user } = useSession();
  if (!user || !mayDecideOrders(user, houseId)) return <NotFound />;
  return <Members houseId={houseId} appoints={appointedBy(user, houseId)} />;
}

function Members({ houseId, appoints }: { houseId: number; appoints: readonly HouseRole[] }) {
  const query = useQuery(houseStaffOptions(houseId));
  const change = useRole(houseId);
  const [leaving, setLeaving] = useState<{ person: HouseStaff; role: HouseRole; name: string } | null>(null);
  return (
    <StaffPage
      title="Сотрудники"
      note={appoints.length === 0 ? "Приглашает владелец дома" : "Сотрудники не делают ставок в своём доме"}
    >
      {appoints.length > 0 && <Appoint houseId={houseId} roles={appoints} />}
      <Invited houseId={houseId} />
      <Block title="Кто работает в доме">
        <Loaded
          query={query}
          h={240}
          empty={
            <EmptyState title="Сотрудников пока нет">
              {appoints.length > 0
                ? "Пригласите менеджера или редактора новостей по e-mail или телефону."
                : "Их приглашает владелец дома."}
            </EmptyState>
          }
        >
          {(data) => (
            <ul className={people.people}>
              {data.map((person) => {
                const name = person.eMail ?? person.phone;
                return (
                  <li key={person.userId}>
                    <div>
                      <b>{person.displayName}</b>
                      <small>
                        <Facts
                          facts={[
                            rolesOf(person)
                              .map((role) => ROLES[role].toLowerCase())
                              .join(", "),
                            person.eMail,
                            person.phone && phone(person.phone),
                          ]}
                        />
                      </small>
                    </div>
                    <div className={people.roles}>
                      {name !== null &&
                        rolesOf(person)
                          .filter((role) => appoints.includes(role))
                          .map((role) => (
                            <Button
                              key={role}
                              size="xs"
                              variant="quiet"
                              onClick={() => setLeaving({ person, role, name })}
                            >
                              Снять: {ROLES[role].toLowerCase()}
                            </Button>
                          ))}
                    </div>
                  </li>
                );
              })}
            </ul>
          )}
        </Loaded>
      </Block>
      <ConfirmDialog
        opened={leaving !== null}
        title="Снять роль"
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
