import { NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { Chips, RemovableChip } from "@/components/Chip/Chip";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Dialog } from "@/components/Dialog/Dialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import type { AccessToken } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { dayMonthTime, quoted } from "@/lib/format";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { everyPage, LONGEST_PAGE } from "@/staff/table/everyPage";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { readTokens, TOKEN_SORTS, tokensOptions, useIssueToken, useRevokeToken } from "../api/tokens";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";
import { PersonSelect } from "./PersonSelect";

const FILTERS = ["account"] as const;
const TOKENS = ["токен", "токена", "токенов"] as const;

type Standing = "open" | "expired" | "revoked";

function standing({ revoked, expires }: AccessToken): Standing {
  if (revoked) return "revoked";
  return Date.parse(expires) <= serverNow() ? "expired" : "open";
}

const WORDS: Record<Standing, string> = { open: "Действует", expired: "Истёк", revoked: "Отозван" };

/** The access tokens of programs: made, seen in use, revoked. */
export default function AdminTokens() {
  const state = useTableState(FILTERS, TOKEN_SORTS);
  const accountId = Number(state.filter("account")) || null;
  const list = useQuery(tokensOptions(state.page, accountId, state.sort));
  const [issuing, setIssuing] = useState(false);
  const [issued, setIssued] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<AccessToken | null>(null);
  const revoke = useRevokeToken();

  const revokeButton = (token: AccessToken) =>
    standing(token) === "open" && (
      <Button size="xs" aria-label={`Отозвать: ${token.name}`} onClick={() => setRevoking(token)}>
        Отозвать
      </Button>
    );

  const columns: readonly StaffColumn<AccessToken>[] = [
    {
      id: "name",
      title: "Назначение и владелец",
      sortable: "asc",
      render: ({ name, accountId: owner, accountName }) => (
        <div className={css.name}>
          <b>{name}</b>
          <small>
            <Link className="link" to={`/admin/users?id=${owner}`}>
              {accountName}
            </Link>
          </small>
        </div>
      ),
      value: ({ name, accountName }) => `${name}, ${accountName}`,
    },
    {
      id: "standing",
      title: "Состояние",
      width: 120,
      render: (token) => (
        <Badge variant={standing(token) === "open" ? "won" : undefined}>{WORDS[standing(token)]}</Badge>
      ),
      value: (token) => WORDS[standing(token)],
    },
    {
      id: "used",
      title: "Использован (МСК)",
      sortable: "desc",
      width: 170,
      render: ({ lastUsed }) => (lastUsed ? dayMonthTime(lastUsed) : "Ни разу"),
      value: ({ lastUsed }) => lastUsed,
    },
    {
      id: "expires",
      title: "Действует до (МСК)",
      sortable: "asc",
      width: 170,
      render: ({ revoked, expires }) => dayMonthTime(revoked ?? expires),
      value: ({ revoked, expires }) => revoked ?? expires,
    },
    {
      id: "created",
      title: "Выдан (МСК)",
      sortable: "desc",
      width: 170,
      optional: true,
      render: ({ created }) => dayMonthTime(created),
      value: ({ created }) => created,
    },
    { id: "acts", title: "Действия", bare: true, width: 130, render: revokeButton },
  ];

  return (
    <StaffPage
      title="Токены"
      note="Для программ: учёта, выгрузок, табло. Токен действует от имени своего владельца, но ставок не делает"
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setIssuing(true)}>
          Выдать токен
        </Button>
      }
    >
      <StaffTable
        name="tokens"
        label="Токены"
        noun={TOKENS}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        columns={columns}
        query={list}
        state={state}
        ownOrder="-created"
        all={() => everyPage((page) => readTokens(page, LONGEST_PAGE, accountId, state.sort))}
        filters={
          accountId && (
            <Chips label="Фильтры">
              <RemovableChip
                label={list.data?.items[0]?.accountName ?? `Пользователь № ${accountId}`}
                onRemove={() => state.setFilter("account", null)}
              />
            </Chips>
          )
        }
        card={(token) => (
          <div className={css.card}>
            <b>{token.name}</b>
            <small>
              {token.accountName} · {WORDS[standing(token)]} · до{" "}
              {dayMonthTime(token.revoked ?? token.expires)}
            </small>
            {revokeButton(token)}
          </div>
        )}
        empty={<EmptyState title="Токенов пока нет">Выданные токены появятся здесь.</EmptyState>}
      />
      {issuing && <Issue onClose={() => setIssuing(false)} onIssued={setIssued} />}
      <Dialog opened={issued !== null} onClose={() => setIssued(null)} title="Токен выдан">
        <div className={css.form}>
          <p>Скопируйте его сейчас: больше мы его не покажем.</p>
          <p className={css.secret}>{issued}</p>
          <Button
            variant="bid"
            data-autofocus
            onClick={() =>
              void navigator.clipboard
                .writeText(issued ?? "")
                .then(() => tellSuccess("Токен скопирован", { life: 3000 }))
            }
          >
            Скопировать
          </Button>
          <Button onClick={() => setIssued(null)}>Готово</Button>
        </div>
      </Dialog>
      <ConfirmDialog
        opened={revoking !== null}
        title="Отозвать токен?"
        confirm="Отозвать"
        onClose={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking) {
            revoke.mutate(revoking.id, { onSuccess: () => tellSuccess("Токен отозван", { life: 3000 }) });
          }
          setRevoking(null);
        }}
      >
        <p>
          {revoking && quoted(revoking.name)} перестанет действовать сразу. Вернуть его нельзя, можно выдать
          новый.
        </p>
      </ConfirmDialog>
    </StaffPage>
  );
}

function Issue({ onClose, onIssued }: { onClose: () => void; onIssued: (token: string) => void }) {
  const issue = useIssueToken();
  return (
    <FormDialog
      title="Выдать токен"
      initial={{ account: null as string | null, name: "", days: 90 as number | string }}
      validate={({ account }) => ({ account: account ? null : "Выберите владельца" })}
      confirm="Выдать"
      done="Токен выдан"
      onClose={onClose}
      save={async ({ account, name, days }) => {
        const { token } = await issue.mutateAsync({ accountId: Number(account), name, days: Number(days) });
        onIssued(token);
      }}
    >
      {(form) => (
        <>
          <PersonSelect
            label="Владелец"
            data-autofocus
            description="Токен сможет то же, что владелец. Администраторам токены не выдаются"
            {...form.getInputProps("account")}
          />
          <TextInput label="Назначение" placeholder="Учёт, касса, табло" {...form.getInputProps("name")} />
          <NumberInput
            label="Срок, дней"
            min={1}
            max={365}
            allowDecimal={false}
            {...form.getInputProps("days")}
          />
        </>
      )}
    </FormDialog>
  );
}
