import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { Wait } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import type { SessionInfo, User } from "@/lib/api/types";
import { useLeave, useLeaveEverywhere } from "@/lib/auth/leave";
import { device } from "@/lib/device";
import { dayMonthTime, quoted } from "@/lib/format";
import { sessionsOptions, useEndSession } from "../api/sessions";
import css from "./account.module.css";
import { Contacts } from "./Contacts";
import { NameAndPhoto } from "./NameAndPhoto";
import { SecondFactor } from "./SecondFactor";
import { Work } from "./Work";

/** The user's name, photo, contacts and sessions. */
export function Profile({ user }: { user: User }) {
  const leave = useLeave();
  return (
    <>
      <NameAndPhoto user={user} />
      <Contacts user={user} />
      <Work />
      <section className={`section ${css.group}`} aria-labelledby="sessions">
        <div className={css.groupHead}>
          <h2 className="h3" id="sessions">
            Где вы вошли
          </h2>
          <LeaveEverywhere />
        </div>
        <Sessions />
      </section>
      <section className={`section ${css.group}`} aria-labelledby="second-factor">
        <div className={css.groupHead}>
          <h2 className="h3" id="second-factor">
            Двухэтапный вход
          </h2>
        </div>
        <SecondFactor />
      </section>
      <p className="section">
        <Button onClick={leave}>Выйти</Button>
      </p>
    </>
  );
}

function LeaveEverywhere() {
  const leave = useLeaveEverywhere();
  return (
    <Button size="sm" disabled={leave.isPending} onClick={() => leave.mutate()}>
      Выйти везде
    </Button>
  );
}

function Sessions() {
  const query = useQuery(sessionsOptions());
  const { data } = query;
  if (!data) return <Wait query={query} h={160} mt={16} />;
  return (
    <ul className={css.list}>
      {data.map((session) => (
        <Session key={session.id} session={session} />
      ))}
    </ul>
  );
}

function Session({ session }: { session: SessionInfo }) {
  const end = useEndSession();
  const name = session.name === null ? device(session.userAgent) : `Токен доступа ${quoted(session.name)}`;
  return (
    <li>
      <div>
        <p className={css.agent} title={session.userAgent ?? undefined}>
          {name}
        </p>
        <p className="caption num">
          {[
            `Вход ${dayMonthTime(session.created)}`,
            session.isCurrent ? null : `последняя активность ${dayMonthTime(session.lastSeen)}`,
            session.address,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {session.isCurrent ? (
        <Badge variant="won">Это устройство</Badge>
      ) : (
        <Button
          size="sm"
          disabled={end.isPending}
          aria-label={`Завершить сеанс: ${name}`}
          onClick={() =>
            end.mutate(session.id, { onSuccess: () => tellSuccess("Сеанс завершён", { life: 3000 }) })
          }
        >
          Завершить
        </Button>
      )}
    </li>
  );
}
