import { useServerNow } from "@/lib/clock";
import { dayMonth, isoInstant, moscowSeconds } from "@/lib/format";

/** «21 ноября, 14:32:07 (МСК)» by the server's clock. */
export function ServerTime({ className }: { className?: string }) {
  const now = useServerNow(1000);
  return (
    <time className={className} dateTime={isoInstant(now)}>
      {dayMonth(now)}, {moscowSeconds(now)}&nbsp;(МСК)
    </time>
  );
}
