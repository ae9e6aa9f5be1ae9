import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Loaded } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import { device } from "@/lib/device";
import { dayMonthTime, quoted } from "@/lib/format";
import { sessionsOfOptions, useEndSessions } from "../api/accounts";
import css from "./admin.module.css";

/** Where an account is signed in. */
export function AccountSessions({ id }: { id: number }) {
  const query = useQuery(sessionsOfOptions(id));
  const { data } = query;
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
      <Loaded query={query} h={88} empty={<p className="caption">Сейчас нигде.</p>}>
        {(data) => (
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
      </Loaded>
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
