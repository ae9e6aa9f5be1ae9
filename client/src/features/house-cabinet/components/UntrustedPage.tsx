import { Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Facts } from "@/components/Facts/Facts";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { UntrustedUser } from "@/lib/api/types";
import { count, dayMonthTime, phone } from "@/lib/format";
import { offerUndo } from "@/staff/actions/undo";
import { exportHouseList } from "@/staff/api/houseExport";
import { Block } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { localPage, localSorts } from "@/staff/table/localPage";
import rows from "@/staff/table/rows.module.css";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { untrustedOptions, useForgive, useUntrust } from "../api/house";
import css from "./profile.module.css";

const PEOPLE = ["человек", "человека", "человек"] as const;
const NO_FILTERS: readonly string[] = [];
const NO_REASON = "Причина не указана";

const addedBy = ({ addedBy: by, created }: UntrustedUser) =>
  [by, dayMonthTime(created)].filter(Boolean).join(", ");

function Who({ person }: { person: UntrustedUser }) {
  return (
    <>
      <b>{person.displayName}</b>
      <small>
        <Facts facts={[person.login && phone(person.login), person.eMail]} />
      </small>
    </>
  );
}

const COLUMNS: readonly StaffColumn<UntrustedUser>[] = [
  {
    id: "name",
    title: "Имя и контакты",
    sortable: "asc",
    render: (person) => (
      <div className={rows.name}>
        <Who person={person} />
      </div>
    ),
    value: ({ displayName }) => displayName,
  },
  {
    id: "reason",
    title: "Причина",
    render: ({ reason }) => <p className={css.reason}>{reason ?? NO_REASON}</p>,
    value: ({ reason }) => reason,
  },
  {
    id: "by",
    title: "Кто добавил",
    sortable: "asc",
    width: 190,
    render: ({ addedBy: by }) => by ?? "Не указан",
    value: ({ addedBy: by }) => by,
  },
  {
    id: "created",
    title: "Добавлен",
    sortable: "desc",
    width: 190,
    render: ({ created }) => dayMonthTime(created),
    value: ({ created }) => created,
  },
];
const SORTS = localSorts(COLUMNS);

/** The people a house does not trust: they bid up to the cap, and leave no absentee bets. */
export default function UntrustedPage() {
  const houseId = Number(useParams().houseId);
  return <Untrusted houseId={houseId} />;
}

function Untrusted({ houseId }: { houseId: number }) {
  const query = useQuery(untrustedOptions(houseId));
  const state = useTableState(NO_FILTERS, SORTS);
  const found = localPage(query.data, state, COLUMNS, (person) =>
    [person.displayName, person.login, person.eMail, person.reason].join(" "),
  );
  const [name, setName] = useState("");
  const [reason, setReason] = useState("");
  const [asking, setAsking] = useState(false);
  const add = useUntrust(houseId);
  const forgive = useForgive(houseId);

  const isReady = name.trim() !== "" && reason.trim() !== "";
  const untrust = () => {
    setAsking(false);
    const given = { name, reason: reason.trim() };
    add.mutate(given, {
      onSuccess: ({ displayName }) => {
        setName("");
        setReason("");
        tellSuccess(`${displayName}: в особом списке`, { life: 3000 });
      },
    });
  };
  const remove = async (selected: readonly UntrustedUser[]) => {
    const gone: UntrustedUser[] = [];
    try {
      for (const person of selected) {
        await forgive.mutateAsync(person.userId);
        gone.push(person);
      }
    } catch {
      // The mutation has said why.
    }
    const [first] = gone;
    if (!first) return;
    const done =
      gone.length === 1
        ? `${first.displayName}: убран из списка`
        : `Убраны из списка: ${count(gone.length, PEOPLE)}`;
    // A person without a known contact cannot be named to be put back.
    const named = gone.flatMap(({ eMail, login, reason }) => {
      const name = eMail ?? login;
      return name === null ? [] : [{ name, reason }];
    });
    if (named.length < gone.length) tellSuccess(done, { life: 3000 });
    else
      offerUndo({
        key: "untrusted",
        done,
        undo: async () => {
          for (const entry of named) await add.mutateAsync(entry);
        },
      });
  };

  return (
    <StaffPage title="Особый список" note="Эти люди не оставляют заочных ставок и ограничены лимитом">
      <Block title="Добавить">
        <form
          className={css.untrusting}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && !add.isPending) setAsking(true);
          }}
        >
          <TextInput
            label="E-mail или телефон"
            description="Найдутся только те, кто подавал вам заявку"
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={name}
            error={add.error ? faultText(add.error) : undefined}
            onChange={(event) => {
              setName(event.currentTarget.value);
              add.reset();
            }}
          />
          <Textarea
            label="Причина"
            description="Её видят сотрудники дома. Сам человек получит её, если запросит свои данные"
            inputWrapperOrder={["label", "input", "description", "error"]}
            autosize
            minRows={2}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" leftSection={<Icon name="flag" size="s" />} disabled={!isReady}>
            Добавить
          </Button>
        </form>
      </Block>
      <Block title="В списке">
        <StaffTable
          name="untrusted"
          label="Особый список"
          noun={PEOPLE}
          rowId={({ userId }) => userId}
          rowLabel={({ displayName }) => displayName}
          columns={[
            ...COLUMNS,
            {
              id: "acts",
              title: "Действия",
              bare: true,
              width: 190,
              render: (person) => (
                <Button size="xs" onClick={() => void remove([person])}>
                  Убрать из списка
                </Button>
              ),
            },
          ]}
          query={{ ...query, data: found.page }}
          state={state}
          ownOrder="-created"
          search="Имя, контакт или причина"
          onExport={() => exportHouseList(houseId, "Особый список", { list: "untrusted" })}
          card={(person) => (
            <div className={rows.card}>
              <Who person={person} />
              <p className={css.reason}>{person.reason ?? NO_REASON}</p>
              <small>{addedBy(person)}</small>
            </div>
          )}
          bulk={(selected, clear) => (
            <Button
              variant="quiet"
              onClick={() => {
                void remove(selected);
                clear();
              }}
            >
              Убрать из списка
            </Button>
          )}
          empty={
            <EmptyState title="Список пуст">
              Сюда добавляют тех, кто не выкупает лоты или мешает торгам.
            </EmptyState>
          }
        />
      </Block>
      <ConfirmDialog
        opened={asking}
        title="Добавить в особый список?"
        confirm="Добавить"
        onConfirm={untrust}
        onClose={() => setAsking(false)}
      >
        <p className="small">
          {name}: доверие дома и открытые заочные ставки пропадут. Из списка можно убрать, но доверие и ставки
          не вернутся. Запись останется в журнале.
        </p>
      </ConfirmDialog>
    </StaffPage>
  );
}
