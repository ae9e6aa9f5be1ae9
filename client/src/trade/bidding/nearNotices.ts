import { useCallback, useSyncExternalStore } from "react";
import { hideToast } from "@/components/Toast/toasts";
import { recall, remember } from "@/lib/storage";

const KEY = "notice-three-lots-ahead";
const ANNOUNCED_KEY = "near-lots";
/** More than anyone follows in one evening. */
const KEPT = 100;
const listeners = new Set<() => void>();

const isOn = () => recall(KEY) !== "off";

/** The id of the toast that announces a lot. */
export const nearToast = (lotId: number) => `near:${lotId}`;

/** The toasts that lead to a sale, by its catalog. */
const toasts = new Map<number, Set<string>>();

/** Remembers a toast that says a lot of the sale is near. */
export function noteNearToast(catalogId: number, toast: string): void {
  toasts.set(catalogId, (toasts.get(catalogId) ?? new Set()).add(toast));
}

/** Takes the toasts of a sale off the screen: it was cancelled, and no lot of it comes. */
export function hideNearToasts(catalogId: number): void {
  for (const toast of toasts.get(catalogId) ?? []) hideToast(toast);
  toasts.delete(catalogId);
}

/** The lots that need no such toast any more, in any tab of this browser. */
export const announcedLots = (): number[] =>
  (recall(ANNOUNCED_KEY) ?? "").split(",").filter(Boolean).map(Number);

export function rememberAnnounced(lotIds: readonly number[]): void {
  const known = announcedLots().filter((id) => !lotIds.includes(id));
  remember(ANNOUNCED_KEY, [...known, ...lotIds].slice(-KEPT).join(","));
}

/** Whether this device shows a notice three lots ahead of the viewer's lots; on until switched off. */
export function useNearNotices(): [boolean, (on: boolean) => void] {
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  const on = useSyncExternalStore(subscribe, isOn);
  return [
    on,
    (next) => {
      remember(KEY, next ? "on" : "off");
      for (const listener of listeners) listener();
    },
  ];
}
