import type { ReactNode } from "react";
import { Icon, type IconName } from "@/components/Icon/Icon";
import css from "./Standing.module.css";

/** The viewer's standing on a lot, each in colour, icon and words. */
type StandingTone = "plain" | "leading" | "outbid" | "won" | "offline";

const ICONS: Record<StandingTone, IconName> = {
  plain: "clock",
  leading: "up",
  outbid: "down",
  won: "check",
  offline: "netoff",
};

interface StandingProps {
  tone: StandingTone;
  icon?: IconName;
  title: string;
  detail?: ReactNode;
  /** A button or a link beside the words. */
  action?: ReactNode;
  className?: string;
}

export function Standing({ tone, icon = ICONS[tone], title, detail, action, className }: StandingProps) {
  return (
    <div className={className ? `${css.standing} ${className}` : css.standing} data-tone={tone}>
      <Icon name={icon} />
      <p role="status">
        {title}
        {detail && <small className="num">{detail}</small>}
      </p>
      {action}
    </div>
  );
}
