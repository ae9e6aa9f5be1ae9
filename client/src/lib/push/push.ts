import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { api, call } from "@/lib/api/client";
import { beforeLogout } from "@/lib/auth/farewell";
import { alone, isSubscribed, own, pushOwner, subscribe, unsubscribe } from "./browser";

const readState = (signal?: AbortSignal) => call(api.GET("/api/notifications/push", { signal }));

/** The site's key, null if it sends no notices to browsers, and whether this browser gets them. */
export const pushOptions = () =>
  queryOptions({
    queryKey: ["push"],
    queryFn: async ({ signal }) => {
      const { publicKey, isOn } = await readState(signal);
      return { publicKey, isOn: isOn && publicKey !== null && (await isSubscribed(publicKey)) };
    },
  });

async function store(publicKey: string, accountId: number): Promise<void> {
  const body = await subscribe(publicKey);
  await call(api.PUT("/api/notifications/push", { body }));
  own(accountId);
}

async function stop(): Promise<void> {
  await Promise.all([unsubscribe(), call(api.DELETE("/api/notifications/push"))]);
}

/** A browser's push service may not answer; a logout does not wait longer. */
const FAREWELL_MS = 3000;

// The next person at this browser must not see the notices of this one.
beforeLogout(async () => {
  if (pushOwner() === null) return;
  await Promise.race([unsubscribe(), new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
});

/** Switches notices in this browser on or off. Asks the user for the browser's permission, so a click must call it. */
export function useSwitchPush(publicKey: string, accountId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) await alone(stop);
      // The user may also leave the question without an answer.
      else if ((await Notification.requestPermission()) === "granted")
        await alone(() => store(publicKey, accountId));
    },
    meta: { ownErrors: true },
    onSettled: () => client.invalidateQueries({ queryKey: pushOptions().queryKey }),
  });
}

/**
 * Keeps notices on through what ends a subscription: a new login in this browser, another key of the site, a browser that
 * replaced its subscription. A subscription of another account ends here.
 */
async function keep(accountId: number): Promise<void> {
  if (pushOwner() !== accountId) return unsubscribe();
  const { publicKey, isOn } = await readState();
  if (publicKey === null || Notification.permission !== "granted") return;
  if (!isOn || !(await isSubscribed(publicKey))) await store(publicKey, accountId);
}

/** Keeps this browser's notices, and follows those that the user opens. */
export function usePush(accountId: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    // The next visit tries again.
    if (pushOwner() !== null) void alone(() => keep(accountId)).catch(() => undefined);
  }, [accountId]);
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const follow = ({ data }: MessageEvent<{ open?: string }>) => {
      if (data.open?.startsWith("/")) void navigate(data.open);
    };
    workers?.addEventListener("message", follow);
    return () => workers?.removeEventListener("message", follow);
  }, [navigate]);
}
