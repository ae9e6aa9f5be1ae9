import { useCallback, useEffect, useState } from "react";

/** Seconds that count down to 0 after `start`; `stop` ends them at once. */
export function useCountdown(seconds: number): { left: number; start: () => void; stop: () => void } {
  const [deadline, setDeadline] = useState<number | null>(null);
  const [now, setNow] = useState(() => performance.now());
  // In whole ms: the clock has fractions, and just above 59 s must not read as a minute.
  const left = deadline === null ? 0 : Math.max(0, Math.ceil(Math.round(deadline - now) / 1000));
  const running = left > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [running]);

  const start = useCallback(() => {
    const started = performance.now();
    setNow(started);
    setDeadline(started + seconds * 1000);
  }, [seconds]);
  const stop = useCallback(() => setDeadline(null), []);
  return { left, start, stop };
}
