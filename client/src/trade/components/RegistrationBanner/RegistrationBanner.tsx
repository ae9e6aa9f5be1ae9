import { type ReactNode, useState } from "react";
import { Icon, type IconName } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { recall, remember } from "@/lib/storage";
import { useRegistration } from "@/trade/api/registration";
import { RegisterButton } from "./RegisterButton";
import css from "./RegistrationBanner.module.css";

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
  const [closed, setClosed] = useState<number | null>(null);
  const conclusion = order?.conclusion ? <p className={css.note}>Ответ дома: {order.conclusion}</p> : null;

  switch (status) {
    case "unknown":
    case "staff":
      return null;
    case "visitor":
    case "none":
      return (
        <Banner className={className} tone="plain">
          <p>Для участия в аукционе необходимо зарегистрироваться на странице аукционного дома</p>
          <RegisterButton houseId={houseId} size="sm" className={css.ask} />
        </Banner>
      );
    case "pending":
      return (
        <Banner className={className} tone="wait" icon="clock">
          <p>Ваша заявка на рассмотрении</p>
        </Banner>
      );
    case "rejected":
      return (
        <Banner className={className} tone="bad" icon="warn">
          <div>
            <p>Ваша заявка отклонена</p>
            {conclusion}
          </div>
          <RegisterButton houseId={houseId} size="sm" className={css.ask}>
            Отправить заявку снова
          </RegisterButton>
        </Banner>
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
