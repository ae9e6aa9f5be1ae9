import { type ReactNode, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Icon, type IconName } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { recall, remember } from "@/lib/storage";
import { useRegistration } from "@/trade/api/registration";
import css from "./RegistrationBanner.module.css";
import { RegistrationDialog } from "./RegistrationDialog";

interface RegistrationBannerProps {
  houseId: number;
  /** The current catalog, whose auctioneer also counts as staff. */
  catalogId?: number | null;
  className?: string;
}

const closedKey = (houseId: number) => `registration-accepted:${houseId}`;

/**
 * The viewer's registration with a house, with a button to request it. Staff see nothing. «Одобрена» can be closed and
 * stays closed on this device.
 */
export function RegistrationBanner({ houseId, catalogId = null, className }: RegistrationBannerProps) {
  const { status, order } = useRegistration(houseId, catalogId);
  const requireLogin = useRequireLogin();
  const [asking, setAsking] = useState(false);
  const [closed, setClosed] = useState<number | null>(null);
  const ask = () =>
    requireLogin(() => setAsking(true), "После входа откроем заявку на регистрацию в аукционном доме.");
  const dialog = <RegistrationDialog houseId={houseId} opened={asking} onClose={() => setAsking(false)} />;
  const conclusion = order?.conclusion ? <p className={css.note}>Ответ дома: {order.conclusion}</p> : null;

  switch (status) {
    case "unknown":
    case "staff":
      return null;
    case "visitor":
    case "none":
      return (
        <>
          <Banner className={className} tone="plain">
            <p>Для участия в аукционе необходимо зарегистрироваться на странице аукционного дома</p>
            <Ask onClick={ask}>Зарегистрироваться</Ask>
          </Banner>
          {dialog}
        </>
      );
    case "pending":
      return (
        <Banner className={className} tone="wait" icon="clock">
          <p>Ваша заявка на рассмотрении</p>
        </Banner>
      );
    case "rejected":
      return (
        <>
          <Banner className={className} tone="bad" icon="warn">
            <div>
              <p>Ваша заявка отклонена</p>
              {conclusion}
            </div>
            <Ask onClick={ask}>Отправить заявку снова</Ask>
          </Banner>
          {dialog}
        </>
      );
    case "accepted": {
      if (closed === houseId || recall(closedKey(houseId)) !== null) return null;
      const close = () => {
        remember(closedKey(houseId), "closed");
        setClosed(houseId);
      };
      return (
        <Banner className={className} tone="ok" icon="check">
          <div>
            <p>
              <b>Ваша заявка одобрена</b>
            </p>
            <p>Вы можете участвовать в торгах этого аукционного дома</p>
            {conclusion}
          </div>
          <IconButton icon="x" label="Закрыть" onClick={close} className={css.close} />
        </Banner>
      );
    }
    default:
      return status satisfies never;
  }
}

type BannerTone = "plain" | "wait" | "ok" | "bad";

interface BannerProps {
  tone: BannerTone;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}

function Banner({ tone, icon, className, children }: BannerProps) {
  return (
    <div
      className={className ? `${css.banner} ${className}` : css.banner}
      data-tone={tone}
      role="status"
      aria-label="Регистрация в аукционном доме"
    >
      {icon && <Icon name={icon} />}
      {children}
    </div>
  );
}

function Ask({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" className={css.ask} data-act="lot" onClick={onClick}>
      {children}
    </Button>
  );
}
