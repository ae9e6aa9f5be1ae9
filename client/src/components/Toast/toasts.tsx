import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { Icon, type IconName } from "@/components/Icon/Icon";
import { faultText, rightsRest } from "@/lib/api/errors";
import { secondFactorUrl } from "@/lib/urls";

type Tone = "ok" | "bad" | "plain";

interface ToastOptions {
  title?: string;
  /** Milliseconds on screen. */
  life?: number;
  icon?: IconName;
  id?: string;
}

const LIFE = { default: 3000, outcome: 8000, fault: 10_000 } as const;

function show(tone: Tone, message: ReactNode, icon: IconName, life: number, options: ToastOptions): void {
  notifications.show({
    id: options.id,
    title: options.title,
    message,
    icon: <Icon name={options.icon ?? icon} />,
    autoClose: options.life ?? life,
    role: tone === "bad" ? "alert" : "status",
    "data-tone": tone,
  });
}

/** A short notice, 3 s. */
export const tell = (message: ReactNode, options: ToastOptions = {}) =>
  show("plain", message, "bell", LIFE.default, options);

/** The user's action succeeded, 8 s. */
export const tellSuccess = (message: ReactNode, options: ToastOptions = {}) =>
  show("ok", message, "check", LIFE.outcome, options);

/** The user's action was refused, 8 s. */
export const tellError = (message: ReactNode, options: ToastOptions = {}) =>
  show("bad", message, "warn", LIFE.outcome, options);

/** Takes a notice off the screen before its time. */
export const hideToast = (id: string) => notifications.hide(id);

/** Why a call failed, 10 s. Cancelled requests show nothing. */
export function tellFault(error: unknown): void {
  const text = faultText(error);
  if (text) show("bad", remedied(text, error), "warn", LIFE.fault, { id: `fault:${text}` });
}

function remedied(text: string, error: unknown): ReactNode {
  if (!rightsRest(error)) return text;
  return (
    <>
      {text}.{" "}
      <a className="link" href={secondFactorUrl}>
        Включить в профиле
      </a>
    </>
  );
}
