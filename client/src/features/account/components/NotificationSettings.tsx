import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Wait } from "@/components/Loaded/Loaded";
import type { NotificationSettings as Settings, User } from "@/lib/api/types";
import { PushSwitch } from "@/trade/components/PushSwitch/PushSwitch";
import { notificationSettingsOptions, useChangeNotificationSettings } from "../api/notifications";
import css from "./account.module.css";

/** The same names as on the unsubscribe page of letters. */
const TITLES: [keyof Settings, string][] = [
  ["outbid", "Моя ставка перебита"],
  ["betCancelled", "Ставка или аукцион отменены"],
  ["lotWon", "Выигранные лоты"],
  ["registration", "Решение аукционного дома по моей заявке"],
  ["priceRequest", "Запросы цен и ответы на них"],
  ["lotStarting", "Скорое начало и конец торгов из подписок"],
  ["artistLots", "Новые лоты авторов из подписок"],
  ["house", "Дела аукционного дома, в котором я работаю"],
];

/** A switch for each kind of letter. The site itself shows every notification. */
export function NotificationSettings({ user }: { user: User }) {
  const query = useQuery(notificationSettingsOptions());
  const { data } = query;
  const change = useChangeNotificationSettings();
  if (!data) return <Wait query={query} h={320} mt={16} />;
  const isStaff = [user.managerOfHouseIds, user.ownerOfHouseIds].some((ids) => ids.length > 0);
  return (
    <>
      <div className={css.push}>
        <PushSwitch user={user} />
      </div>
      <p className="caption">
        {user.eMail
          ? "О чём писать на почту. На сайте видны все уведомления."
          : "Укажите e-mail, чтобы получать письма. На сайте видны все уведомления."}
      </p>
      <ul className={css.switches}>
        {TITLES.filter(([name]) => name !== "house" || isStaff).map(([name, title]) => (
          <li key={name}>
            <Switch
              label={title}
              checked={data[name]}
              onChange={(event) => change.mutate({ ...data, [name]: event.currentTarget.checked })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
