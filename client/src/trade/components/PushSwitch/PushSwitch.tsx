import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { tellError, tellFault } from "@/components/Toast/toasts";
import type { User } from "@/lib/api/types";
import { type PushSupport, pushSupport } from "@/lib/push/browser";
import { pushOptions, useSwitchPush } from "@/lib/push/push";

const NOTES: Record<PushSupport, string> = {
  ready:
    "Приходят, даже когда сайт закрыт: ставку перебили, ваш лот через три лота, торги скоро начнутся или закончатся",
  denied: "Браузер запрещает уведомления этого сайта. Разрешите их в настройках сайта и обновите страницу",
  install:
    "На iPhone и iPad добавьте сайт на экран «Домой»: кнопка «Поделиться», затем «На экран „Домой“». Откройте его оттуда и включите уведомления здесь",
  none: "Этот браузер не умеет показывать уведомления, когда сайт закрыт",
};

/** Switches notices of this browser (Web Push); nothing where the site sends none. */
export function PushSwitch({ user }: { user: User }) {
  const { data } = useQuery(pushOptions());
  if (!data?.publicKey) return null;
  return <Offered accountId={user.id} publicKey={data.publicKey} isOn={data.isOn} />;
}

function Offered({ accountId, publicKey, isOn }: { accountId: number; publicKey: string; isOn: boolean }) {
  const change = useSwitchPush(publicKey, accountId);
  const support = pushSupport();
  return (
    <Switch
      label="Уведомления в этом браузере"
      description={NOTES[support]}
      checked={change.isPending ? change.variables : isOn}
      disabled={support !== "ready" || change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked, { onError: tellFailure })}
    />
  );
}

function tellFailure(error: Error): void {
  // The browser could not reach the push service of its maker.
  if (error instanceof DOMException) tellError("Браузер не смог включить уведомления. Попробуйте позже");
  else tellFault(error);
}
