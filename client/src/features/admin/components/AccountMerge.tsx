import { Checkbox } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Facts } from "@/components/Facts/Facts";
import { Icon } from "@/components/Icon/Icon";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { tellSuccess } from "@/components/Toast/toasts";
import type { AccountInfo, AccountsMerge, MergeSide } from "@/lib/api/types";
import { dayMonthTime, phone } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { Block } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { Email } from "@/staff/people/Email";
import { accountsOptions, mergeOptions, useMergeAccounts } from "../api/accounts";
import { mainRole } from "../model/roles";
import css from "./admin.module.css";
import { Becomes, MergeTable } from "./MergeTable";

const CRUMBS = [{ label: "Пользователи", to: "/admin/users" }];
const TITLE = "Это один человек?";

/** Two accounts of one person side by side: which of them stays, and what moves to it. */
export default function AccountMerge() {
  const { params, change } = useAddress();
  const kept = Number(params.get("kept")) || null;
  const double = Number(params.get("double")) || null;
  if (kept === null) {
    return (
      <StaffPage title={TITLE} crumbs={CRUMBS}>
        <EmptyState title="Выберите пользователя" action={{ label: "К списку", to: "/admin/users" }} />
      </StaffPage>
    );
  }
  if (double === null) return <Choice kept={kept} onChoose={(id) => change({ double: id })} />;
  return (
    <StaffPage
      title={TITLE}
      crumbs={CRUMBS}
      note="Присоединённая запись закроется, а всё личное перейдёт к остающейся"
      actions={
        <>
          <Button size="xs" onClick={() => change({ kept: double, double: kept })}>
            Поменять местами
          </Button>
          <Button size="xs" variant="quiet" onClick={() => change({ double: null })}>
            Выбрать другую
          </Button>
        </>
      }
    >
      <Comparison key={`${kept}-${double}`} kept={kept} double={double} />
    </StaffPage>
  );
}

const FEW = { role: null, houseId: null, staff: false, deleted: false, page: 1 } as const;

function Choice({ kept, onChoose }: { kept: number; onChoose: (id: number) => void }) {
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useQuery({
    ...accountsOptions({ ...FEW, search }),
    placeholderData: keepPreviousData,
    enabled: search !== "",
  });
  const others = data?.items.filter(({ id }) => id !== kept) ?? [];
  return (
    <StaffPage title={TITLE} crumbs={CRUMBS} note={`Какую запись присоединить к записи № ${kept}?`}>
      <SearchInput
        className={css.find}
        label="Имя, телефон, e-mail или номер"
        placeholder="Имя, телефон, e-mail или номер"
        value={search}
        onSearch={setSearch}
      />
      {error ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : (
        search !== "" &&
        data &&
        (others.length === 0 ? (
          <EmptyState title="Никого не нашли" />
        ) : (
          <ul className={css.rows}>
            {others.map((account) => (
              <li key={account.id}>
                <span className={css.name}>
                  <b>{account.displayName}</b>
                  <small>
                    <Facts
                      facts={[
                        `№ ${account.id}`,
                        ...(contactsOf(account).length > 0 ? contactsOf(account) : ["без контактов"]),
                      ]}
                      separator=", "
                    />
                  </small>
                </span>
                <Button
                  size="xs"
                  aria-label={`Выбрать: ${account.displayName}, № ${account.id}`}
                  onClick={() => onChoose(account.id)}
                >
                  Выбрать
                </Button>
              </li>
            ))}
          </ul>
        ))
      )}
    </StaffPage>
  );
}

const contactsOf = ({ login, eMail }: AccountInfo) =>
  [login && phone(login), eMail].filter((text): text is string => Boolean(text));

function Comparison({ kept, double }: { kept: number; double: number }) {
  const { data, error, refetch } = useQuery(mergeOptions(kept, double));
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton h={400} data-rows role="status" aria-label="Загрузка" />;
  return <Sides merge={data} />;
}

interface Row {
  label: string;
  show: (side: MergeSide) => ReactNode;
  becomes: (kept: MergeSide, double: MergeSide) => ReactNode;
  /** Whether the double adds nothing. */
  isKept?: (double: MergeSide) => boolean;
}

const number = (label: string, of: (side: MergeSide) => number, moves: string): Row => ({
  label,
  show: (side) => of(side),
  becomes: () => moves,
  isKept: (double) => of(double) === 0,
});

const ROWS: readonly Row[] = [
  {
    label: "Контакты",
    show: ({ account }) => lines(contactsOf(account)),
    becomes: (one, other) => lines([...contactsOf(one.account), ...contactsOf(other.account)]),
  },
  { label: "Роль", show: ({ account }) => mainRole(account), becomes: () => "роли обеих в домах" },
  {
    label: "Последний визит (МСК)",
    show: ({ account }) => (account.lastSeen ? dayMonthTime(account.lastSeen) : "визитов не было"),
    becomes: () => "",
  },
  number("Открытые входы", (side) => side.sessions, "входы присоединяемой закончатся"),
  number("Избранное", (side) => side.favourites, "всё, без повторов"),
  number("Подписки", (side) => side.subscriptions, "все; из двух одинаковых — более долгая"),
  number("Заявки в дома", (side) => side.registrations, "все; решение по остающейся важнее"),
  number("Доверие домов", (side) => side.trusted, "всё"),
  number("Особые списки", (side) => side.untrusted, "останется в списках"),
  number("Запросы цены", (side) => side.priceQueries, "все"),
  number("Уведомления", (side) => side.notifications, "все"),
  number("Ставки", (side) => side.bets, "видны как свои"),
  number("Покупки", (side) => side.purchases, "видны как свои"),
];

const lines = (texts: readonly string[]) =>
  texts.length === 0
    ? "нет"
    : texts.map((text) => (
        <div key={text}>
          <Email address={text} />
        </div>
      ));

function Sides({ merge: { kept, double, obstacles } }: { merge: AccountsMerge }) {
  const [sure, setSure] = useState(false);
  const merge = useMergeAccounts();
  const navigate = useNavigate();
  const unchanged = ROWS.filter(({ isKept }) => isKept?.(double));
  const submit = () =>
    merge.mutate(
      { keptId: kept.account.id, doubleId: double.account.id },
      {
        onSuccess: () => {
          tellSuccess("Учётные записи объединены", { life: 3000 });
          void navigate(`/admin/users?id=${kept.account.id}`);
        },
      },
    );
  return (
    <>
      <MergeTable
        keptId={kept.account.id}
        heads={[
          { side: kept, role: "остаётся" },
          { side: double, role: "присоединяется" },
        ].map(({ side: { account }, role }) => ({
          id: role,
          head: (
            <span className={css.name}>
              <b>{account.displayName}</b>
              <small>
                № {account.id}, {role}
              </small>
            </span>
          ),
        }))}
      >
        {ROWS.filter((row) => !unchanged.includes(row)).map(({ label, show, becomes }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="num">{show(kept)}</td>
            <td className="num">{show(double)}</td>
            <Becomes>{becomes(kept, double)}</Becomes>
          </tr>
        ))}
      </MergeTable>
      {unchanged.length > 0 && (
        <p className={`caption ${css.unchanged}`}>
          Без изменений: {unchanged.map(({ label }) => label.toLowerCase()).join(", ")}
        </p>
      )}
      {obstacles.length > 0 ? (
        <Block title="Сейчас объединить нельзя" className={css.block}>
          <ul className={css.rows}>
            {obstacles.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Block>
      ) : (
        <>
          <p className={css.warning}>
            Объединение нельзя отменить. По контактам записи № {double.account.id} человек будет входить в
            запись № {kept.account.id}. Журнал торгов не меняется: прошлые ставки записаны за №{" "}
            {double.account.id}.
          </p>
          <div className={css.acts}>
            <Checkbox
              label="Это один человек, и он об этом знает"
              checked={sure}
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
          </div>
          <div className={css.acts}>
            <Button
              variant="bid"
              leftSection={<Icon name="merge" />}
              disabled={!sure}
              data-pending={merge.isPending || undefined}
              onClick={submit}
            >
              Объединить
            </Button>
            <Button onClick={() => void navigate(`/admin/users?id=${kept.account.id}`)}>
              Это разные люди
            </Button>
          </div>
        </>
      )}
    </>
  );
}
