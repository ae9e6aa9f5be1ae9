import { useEffect, useRef } from "react";
import { announce } from "@/lib/announce";
import { useServerNow } from "@/lib/clock";
import { clock, duration, plural } from "@/lib/format";
import { Icon } from "../Icon/Icon";
import css from "./Countdown.module.css";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Under five minutes the time is short: orange and bold. */
const SHORT_MS = 5 * 60 * 1000;

const DAYS = ["день", "дня", "дней"] as const;
const HOURS = ["час", "часа", "часов"] as const;
const MINUTES = ["минута", "минуты", "минут"] as const;
const SECONDS = ["секунда", "секунды", "секунд"] as const;

/** The moments a screen reader announces. Announcing every second would drown out the rest. */
const SPOKEN: readonly [number, string][] = [
  [300_000, "До окончания 5 минут"],
  [60_000, "До окончания 1 минута"],
  [30_000, "До окончания 30 секунд"],
];

/** Time left until `end` (Unix ms) by the server's clock, updated every second; never below 0. */
export function useTimeLeft(end: number): number {
  return Math.max(0, end - useServerNow(1000));
}

/** «1 день 23 ч» from a day up, «5:27:53» below. */
export const timeLeftText = (left: number) => (left >= DAY_MS ? duration(left) : clock(left));

interface CountdownProps {
  /** Unix ms. */
  end: number;
  /** Shown once the time is up; the server decides what it means. */
  over?: string;
  size?: "s" | "m";
}

/** A line with a clock icon, orange under five minutes. */
export function Countdown({ end, over = "Торги завершены", size = "m" }: CountdownProps) {
  const left = useTimeLeft(end);
  if (left === 0) {
    return (
      <span className={css.timer} data-over data-size={size}>
        <Icon name="clock" size="s" />
        {over}
      </span>
    );
  }
  return (
    <span className={css.timer} data-short={left < SHORT_MS || undefined} data-size={size} role="timer">
      <Icon name="clock" size="s" />
      {timeLeftText(left)}
    </span>
  );
}

interface BigCountdownProps {
  /** Unix ms. */
  end: number;
  /** Read out at five minutes, one minute and thirty seconds; for one clock a page. */
  spoken?: boolean;
}

/** The lot page's large clock: figures with their words below. */
export function BigCountdown({ end, spoken = false }: BigCountdownProps) {
  const left = useTimeLeft(end);
  useSpokenMoments(left, end, spoken);

  const s = Math.ceil(left / 1000);
  const days = Math.floor(s / 86_400);
  const hours = Math.floor((s % 86_400) / 3600);
  const minutes = Math.floor((s % 3600) / 60);
  const parts: [number, string][] = [];
  if (days > 0) parts.push([days, plural(days, DAYS)]);
  if (days > 0 || hours > 0) parts.push([hours, plural(hours, HOURS)]);
  parts.push([minutes, plural(minutes, MINUTES)], [s % 60, plural(s % 60, SECONDS)]);

  return (
    <div className={css.clock} data-short={left < SHORT_MS || undefined} role="timer">
      {parts.map(([n, word], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places of the figures are their identity
        <span key={parts.length - i}>
          <b>{String(n).padStart(2, "0")}</b>
          <i>{word}</i>
        </span>
      ))}
    </div>
  );
}

function useSpokenMoments(left: number, end: number, spoken: boolean): void {
  const before = useRef({ left, end });
  useEffect(() => {
    const last = before.current;
    before.current = { left, end };
    if (!spoken || last.end !== end) return;
    const moment = SPOKEN.find(([at]) => last.left > at && left <= at);
    if (moment && left > 0) announce(moment[1]);
  }, [left, end, spoken]);
}
