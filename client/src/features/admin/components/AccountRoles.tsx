import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { tellSuccess } from "@/components/Toast/toasts";
import type { AccountInfo } from "@/lib/api/types";
import type { HouseRole } from "@/staff/people/staff";
import { auctionUrl } from "@/trade/urls";
import { contactOf, type HouseRoleChange, useDeveloper, useHouseRole } from "../api/accounts";
import { housesOptions } from "../api/houses";
import { ADMIN, DEVELOPER, HOUSE_ROLES, houseRoles } from "../model/roles";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";
import { HouseSelect } from "./HouseSelect";
import { LeaveDialog } from "./LeaveDialog";

const WORDS: Record<HouseRole, string> = {
  owner: "владельца",
  manager: "менеджера",
  newsmaker: "редактора новостей",
};

/** What an account may do on the site and in its houses. */
export function AccountRoles({ account }: { account: AccountInfo }) {
  const houses = useQuery(housesOptions());
  const [inviting, setInviting] = useState(false);
  const [admitting, setAdmitting] = useState(false);
  const [dismissing, setDismissing] = useState<HouseRoleChange | null>(null);
  const role = useHouseRole();
  const developer = useDeveloper();
  const isDeveloper = (account.roles & DEVELOPER) !== 0;
  const hasContact = Boolean(account.login || account.eMail);
  const nameOf = (houseId: number) =>
    houses.data?.find(({ id }) => id === houseId)?.nameRu ?? `Дом № ${houseId}`;
  const held = houseRoles(account);
  const sales = account.auctioneerOfCatalogs;

  const dismiss = ({ on: _, ...change }: HouseRoleChange) => {
    setDismissing(null);
    role.mutate(
      { ...change, on: false },
      {
        onSuccess: () => tellSuccess("Роль снята", { life: 3000 }),
      },
    );
  };

  return (
    <section className={css.part} aria-labelledby="user-roles">
      <div className={css.partHead}>
        <h3 id="user-roles">Роли и дома</h3>
        {hasContact && (
          <Button size="xs" variant="quiet" onClick={() => setInviting(true)}>
            Пригласить
          </Button>
        )}
      </div>
      <ul className={css.rows}>
        {(account.roles & ADMIN) !== 0 && (
          <li>
            <span>Администратор площадки</span>
          </li>
        )}
        <li>
          <span>
            Разработчик
            <small>Читает журнал без имён и адресов</small>
          </span>
          {hasContact && (
            <Button
              size="xs"
              data-pending={developer.isPending || undefined}
              aria-label={isDeveloper ? "Снять роль разработчика" : "Назначить разработчиком"}
              onClick={() => developer.mutate({ account, on: !isDeveloper })}
            >
              {isDeveloper ? "Снять" : "Назначить"}
            </Button>
          )}
        </li>
        {isDeveloper && hasContact && (
          <li>
            <span>
              Неопубликованное
              <small>Черновики, скрытые лоты и хранение домов видны только по допуску на срок</small>
            </span>
            <Button size="xs" onClick={() => setAdmitting(true)}>
              Допуск
            </Button>
          </li>
        )}
        {held.map(({ houseId, role: name, label }) => (
          <li key={`${houseId}:${name}`}>
            <span>
              {nameOf(houseId)}
              <small>{label}</small>
            </span>
            {hasContact && (
              <Button
                size="xs"
                aria-label={`Снять: ${label}, ${nameOf(houseId)}`}
                onClick={() => setDismissing({ person: contactOf(account), houseId, role: name, on: false })}
              >
                Снять
              </Button>
            )}
          </li>
        ))}
        {sales.map((sale) => (
          <li key={sale.id}>
            <Link className="link" to={auctionUrl(sale)}>
              {sale.title}
            </Link>
            <small>Аукционист</small>
          </li>
        ))}
      </ul>
      {inviting && (
        <FormDialog
          title="Пригласить в дом"
          initial={{ house: "", role: "manager" as HouseRole }}
          validate={({ house }) => ({ house: house ? null : "Выберите дом" })}
          confirm="Пригласить"
          done="Приглашение отправлено"
          onClose={() => setInviting(false)}
          save={(values) =>
            role.mutateAsync({
              person: contactOf(account),
              houseId: Number(values.house),
              role: values.role,
              on: true,
            })
          }
        >
          {(form) => (
            <>
              <p className="small muted">
                {account.displayName} вступит в роль, когда примет приглашение. С этого времени ставок в этом
                доме не делает, заочные ставки там снимутся.
              </p>
              <HouseSelect label="Дом" {...form.getInputProps("house")} />
              <Select
                label="Роль"
                allowDeselect={false}
                data={HOUSE_ROLES.map(({ role: value, label }) => ({ value, label }))}
                {...form.getInputProps("role")}
              />
            </>
          )}
        </FormDialog>
      )}
      {admitting && <LeaveDialog account={account} onClose={() => setAdmitting(false)} />}
      <ConfirmDialog
        opened={dismissing !== null}
        title="Снять роль?"
        confirm="Снять"
        onClose={() => setDismissing(null)}
        onConfirm={() => dismissing && dismiss(dismissing)}
      >
        <p>
          {account.displayName} перестанет быть на месте {dismissing && WORDS[dismissing.role]}:{" "}
          {dismissing && nameOf(dismissing.houseId)}. Доступ закроется сразу, вернуть его можно новым
          приглашением.
        </p>
      </ConfirmDialog>
    </section>
  );
}
