import { Badge, Button, NumberInput, Select, Skeleton, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { tellSuccess } from "@/components/Toast/toasts";
import type { AccountInfo } from "@/lib/api/types";
import { device } from "@/lib/device";
import { dayMonthTime, phone, quoted } from "@/lib/format";
import type { HouseRole } from "@/staff/people/staff";
import {
  accountOptions,
  type ContactKind,
  contactOf,
  type HouseRoleChange,
  sessionsOfOptions,
  useChangeContact,
  useDeleteAccount,
  useDeveloper,
  useEndSessions,
  useHouseRole,
  useLeaveForDeveloper,
  useRestoreAccount,
} from "../api/accounts";
import { housesOptions } from "../api/houses";
import { ADMIN, DEVELOPER, HOUSE_ROLES, houseRoles } from "../model/roles";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";
import { HouseSelect } from "./HouseSelect";

/** All there is to know and to do about one account. */
export function UserPanel({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(accountOptions(id));
  if (error && !data) return <Fault error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={320} mt="md" role="status" aria-label="Загрузка" />;
  if (data === null) return <EmptyState title="Такого пользователя нет" />;
  return (
    <>
      <h3 className="h3">{data.displayName}</h3>
      <p className="caption num">
        № {data.id}, заведён {dayMonthTime(data.created)}
      </p>
      {data.deleted ? <Deleted account={data} /> : <Standing account={data} />}
    </>
  );
}

function Deleted({ account }: { account: AccountInfo }) {
  const restore = useRestoreAccount();
  if (account.mergedInto !== null) {
    return (
      <p className={css.warning}>
        Учётная запись присоединена {account.deleted && dayMonthTime(account.deleted)} к{" "}
        <Link className="link" to={`/admin/users?id=${account.mergedInto}`}>
          записи № {account.mergedInto}
        </Link>
        . Контакты, которые здесь остались, ведут туда.
      </p>
    );
  }
  return (
    <>
      <p className={css.warning}>
        Учётная запись удалена {account.deleted && dayMonthTime(account.deleted)}.{" "}
        {account.restorableUntil
          ? `Её можно восстановить до ${dayMonthTime(account.restorableUntil)}: вернутся имя, контакты и допуск к торгам, но не права.`
          : "Восстановить её уже нельзя."}
      </p>
      {account.restorableUntil && (
        <div className={css.acts}>
          <Button
            size="xs"
            data-pending={restore.isPending || undefined}
            onClick={() =>
              restore.mutate(account.id, {
                onSuccess: () => tellSuccess("Учётная запись восстановлена", { life: 3000 }),
              })
            }
          >
            Восстановить
          </Button>
        </div>
      )}
    </>
  );
}

function Standing({ account }: { account: AccountInfo }) {
  const [changing, setChanging] = useState<ContactKind | null>(null);
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteAccount();
  return (
    <>
      <dl className={css.kv}>
        <dt>Телефон</dt>
        <dd className="num">
          {account.login ? phone(account.login) : "Не указан"}
          {account.login && !account.isPhoneConfirmed && <Badge>Не подтверждён</Badge>}
          <Button
            size="xs"
            variant="quiet"
            aria-label="Изменить телефон"
            onClick={() => setChanging("phone")}
          >
            Изменить
          </Button>
        </dd>
        <dt>E-mail</dt>
        <dd>
          {account.eMail ?? "Не указан"}
          {account.eMail && !account.isEMailConfirmed && <Badge>Не подтверждён</Badge>}
          <Button size="xs" variant="quiet" aria-label="Изменить e-mail" onClick={() => setChanging("email")}>
            Изменить
          </Button>
        </dd>
      </dl>
      <Roles account={account} />
      <Sessions id={account.id} />
      <div className={css.acts}>
        <Button size="xs" component={Link} to={`/admin/journal?account=${account.id}`}>
          Журнал
        </Button>
        <Button size="xs" component={Link} to={`/admin/tokens?account=${account.id}`}>
          Токены
        </Button>
        <Button size="xs" component={Link} to={`/admin/users/merge?kept=${account.id}`}>
          Объединить с другой
        </Button>
        <Button size="xs" onClick={() => setDeleting(true)}>
          Удалить
        </Button>
      </div>
      {changing && <ChangeContact account={account} kind={changing} onClose={() => setChanging(null)} />}
      <ConfirmDialog
        opened={deleting}
        title="Удалить учётную запись?"
        confirm="Удалить"
        onClose={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false);
          remove.mutate(account.id, {
            onSuccess: () => tellSuccess("Учётная запись удалена", { life: 3000 }),
          });
        }}
      >
        <p>
          {account.displayName}. Имя, контакты и фотография скроются, входы закончатся, права и заочные ставки
          снимутся. Сделанные ставки останутся. 30 дней запись можно восстановить.
        </p>
      </ConfirmDialog>
    </>
  );
}

interface ChangeContactProps {
  account: AccountInfo;
  kind: ContactKind;
  onClose: () => void;
}

function ChangeContact({ account, kind, onClose }: ChangeContactProps) {
  const change = useChangeContact();
  const isPhone = kind === "phone";
  const field = isPhone ? "number" : "email";
  return (
    <FormDialog
      title={isPhone ? "Новый телефон" : "Новый e-mail"}
      initial={{ [field]: "" } as Record<"number" | "email", string>}
      confirm="Изменить"
      done={isPhone ? "Телефон обновлен" : "E-mail обновлен"}
      onClose={onClose}
      save={(values) => change.mutateAsync({ id: account.id, kind, value: values[field] })}
    >
      {(form) => (
        <>
          <p className="small muted">
            {account.displayName}. Контакт будет считаться подтверждённым, все входы этого человека
            закончатся, на прежний e-mail уйдёт письмо.
          </p>
          <TextInput
            label={isPhone ? "Телефон" : "E-mail"}
            inputMode={isPhone ? "tel" : "email"}
            data-autofocus
            {...form.getInputProps(field)}
          />
        </>
      )}
    </FormDialog>
  );
}

const WORDS: Record<HouseRole, string> = {
  owner: "владельца",
  manager: "менеджера",
  newsmaker: "редактора новостей",
};

function Roles({ account }: { account: AccountInfo }) {
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
  const sales = account.auctioneerOfCatalogIds;

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
        {sales.map((catalogId) => (
          <li key={catalogId}>
            <Link className="link" to={`/auction/${catalogId}/-`}>
              Торги № {catalogId}
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

function LeaveDialog({ account, onClose }: { account: AccountInfo; onClose: () => void }) {
  const leave = useLeaveForDeveloper();
  return (
    <FormDialog
      title="Допуск к неопубликованному"
      initial={{ house: "", days: 7 }}
      validate={({ house }) => ({ house: house ? null : "Выберите дом" })}
      confirm="Сохранить"
      done="Допуск сохранён"
      onClose={onClose}
      save={({ house, days }) => leave.mutateAsync({ account, houseId: Number(house), days })}
    >
      {(form) => (
        <>
          <p className="small muted">
            {account.displayName} увидит в журнале черновики, скрытые лоты и хранение дома. Имена, адреса,
            резервы и заочные ставки остаются скрытыми.
          </p>
          <HouseSelect label="Дом" {...form.getInputProps("house")} />
          <NumberInput
            label="Дней"
            description="От 1 до 30; 0 закрывает допуск"
            min={0}
            max={30}
            allowDecimal={false}
            {...form.getInputProps("days")}
          />
        </>
      )}
    </FormDialog>
  );
}

function Sessions({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(sessionsOfOptions(id));
  const end = useEndSessions(id);
  const [asking, setAsking] = useState(false);
  return (
    <section className={css.part} aria-labelledby="user-sessions">
      <div className={css.partHead}>
        <h3 id="user-sessions">Где вошёл</h3>
        {data && data.length > 0 && (
          <Button
            size="xs"
            variant="quiet"
            data-pending={end.isPending || undefined}
            onClick={() => setAsking(true)}
          >
            Закончить все входы
          </Button>
        )}
      </div>
      {error && !data ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={88} role="status" aria-label="Загрузка" />
      ) : data.length === 0 ? (
        <p className="caption">Сейчас нигде.</p>
      ) : (
        <ul className={css.rows}>
          {data.map((session) => (
            <li key={session.id}>
              <span>
                {session.name ? `Токен ${quoted(session.name)}` : device(session.userAgent)}
                {session.address && <small className="num">{session.address}</small>}
              </span>
              <small className="num">{dayMonthTime(session.lastSeen)}</small>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={asking}
        title="Закончить все входы?"
        confirm="Закончить"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          end.mutate(undefined, { onSuccess: () => tellSuccess("Все входы закончены", { life: 3000 }) });
        }}
      >
        <p>
          Человек выйдет на всех устройствах, его токены доступа перестанут действовать. Войти снова он
          сможет.
        </p>
      </ConfirmDialog>
    </section>
  );
}
