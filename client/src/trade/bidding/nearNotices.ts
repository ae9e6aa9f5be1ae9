import { useCallback, useSyncExternalStore } from "react";
import { recall, remember } from "@/lib/storage";

const KEY = "notice-three-lots-ahead";
const listeners = new Set<() => void>();

const isOn = () => recall(KEY) !== "off";

/** The id of the toast that announces a lot. */
export const nearToast = (lotId: number) => `near:${lotId}`;

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
