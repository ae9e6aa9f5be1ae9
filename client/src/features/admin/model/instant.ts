import { moscow, moscowSeconds } from "@/lib/format";

/** A moment as the journal gives it: «21.11.2026 14:05:06», in Moscow. */
export const secondsAt = (at: string | number): string => `${moscow(at).slice(0, 10)} ${moscowSeconds(at)}`;
