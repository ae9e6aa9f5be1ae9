import { Button, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NotFound } from "@/components/ErrorBoundary/RouteError";
import { Facts } from "@/components/Facts/Facts";
import { Icon } from "@/components/Icon/Icon";
import { Loaded } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { UntrustedUser } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { dayMonthTime, phone } from "@/lib/format";
import { offerUndo } from "@/staff/acts/undo";
import { Block } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import people from "@/staff/people/people.module.css";
import { ExportButton, saveTable } from "@/staff/table/ExportButton";
import { mayDecideOrders } from "@/trade/rules/staff";
import { untrustedOptions, useForgive, useUntrust } from "../api/house";
import { UNTRUSTED_COLUMNS } from "../model/exports";
import css from "./profile.module.css";

/** The people a house does not trust: they bid up to the cap, and leave no absentee bets. */
export default function UntrustedPage() {
  const houseId = Number(useParams().houseId);
  const { user } = useSession();
  if (!user || !mayDecideOrders(user, houseId)) return <NotFound />;
  return <Untrusted houseId={houseId} />;
}

function Untrusted({ houseId }: { houseId: number }) {
  const query = useQuery(untrustedOptions(houseId));
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
  const remove = (person: UntrustedUser) =>
    forgive.mutate(person.userId, {
      onSuccess: () => {
        const again = person.eMail ?? person.login;
        const done = `${person.displayName}: убран из списка`;
        if (again === null) tellSuccess(done, { life: 3000 });
        else
          offerUndo({
            key: `untrusted:${person.userId}`,
            done,
            undo: () => add.mutateAsync({ name: again, reason: person.reason }),
          });
      },
    });

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
      <Block
        title="В списке"
        aside={
          <ExportButton
            disabled={!query.data?.length}
            onExport={async () => saveTable("Особый список", UNTRUSTED_COLUMNS, query.data ?? [])}
          />
        }
      >
        <Loaded
          query={query}
          h={240}
          empty={
            <EmptyState title="Список пуст">
              Сюда добавляют тех, кто не выкупает лоты или мешает торгам.
            </EmptyState>
          }
        >
          {(data) => (
            <ul className={people.people}>
              {data.map((person) => (
                <li key={person.userId}>
                  <div>
                    <b>{person.displayName}</b>
                    <small>
                      <Facts facts={[person.login && phone(person.login), person.eMail]} />
                    </small>
                    <p className={css.reason}>{person.reason ?? "Причина не указана"}</p>
                    <small>{[person.addedBy, dayMonthTime(person.created)].filter(Boolean).join(", ")}</small>
                  </div>
                  <div className={people.roles}>
                    <Button size="xs" variant="quiet" onClick={() => remove(person)}>
                      Убрать из списка
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Block>
      <ConfirmDialog
        opened={asking}
        title="Добавить в особый список"
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
