import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { tellSuccess } from "@/components/Toast/toasts";
import type { AccountInfo } from "@/lib/api/types";
import { phone } from "@/lib/format";
import { Email } from "@/staff/people/Email";
import { type ContactKind, useDeleteAccount } from "../api/accounts";
import { AccountRoles } from "./AccountRoles";
import { AccountSessions } from "./AccountSessions";
import css from "./admin.module.css";
import { ChangeContact } from "./ChangeContact";

/** An account that is not deleted: its contacts, rights and sessions, and what can be done with it. */
export function AccountStanding({ account }: { account: AccountInfo }) {
  const [changing, setChanging] = useState<ContactKind | null>(null);
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteAccount();
  return (
    <>
      <dl className={css.kv}>
        <dt>Телефон</dt>
        <dd className="num">
          <span className={css.value}>
            {account.login ? phone(account.login) : "Не указан"}
            {account.login && !account.isPhoneConfirmed && <Badge>Не подтверждён</Badge>}
          </span>
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
          <span className={css.value}>
            {account.eMail ? (
              <span>
                <Email address={account.eMail} />
              </span>
            ) : (
              "Не указан"
            )}
            {account.eMail && !account.isEMailConfirmed && <Badge>Не подтверждён</Badge>}
          </span>
          <Button size="xs" variant="quiet" aria-label="Изменить e-mail" onClick={() => setChanging("email")}>
            Изменить
          </Button>
        </dd>
      </dl>
      <AccountRoles account={account} />
      <AccountSessions id={account.id} />
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
