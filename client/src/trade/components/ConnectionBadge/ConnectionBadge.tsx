import { Icon } from "@/components/Icon/Icon";
import type { ConnectionStatus } from "@/trade/live/chatConnection";
import css from "./ConnectionBadge.module.css";

const WORDS = { connecting: "Соединение…", online: "На связи", offline: "Нет связи" } as const;

/** The state of the live connection, in colour, icon and words. */
export function ConnectionBadge({ status }: { status: ConnectionStatus }) {
  return (
    <span className={css.net} data-state={status.state} role="status">
      <Icon name={status.state === "offline" ? "netoff" : "net"} />
      <span>{WORDS[status.state]}</span>
    </span>
  );
}
