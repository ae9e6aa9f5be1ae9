import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { tellSuccess } from "@/components/Toast/toasts";
import type { AccountInfo } from "@/lib/api/types";
import { dayMonthTime } from "@/lib/format";
import { useRestoreAccount } from "../api/accounts";
import css from "./admin.module.css";

/** A deleted account: until when it can be restored. */
export function DeletedAccount({ account }: { account: AccountInfo }) {
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
