import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import css from "./PullToRefresh.module.css";

/** How far the page has to be pulled down for the release to reload its data. */
const PULL_THRESHOLD_PX = 60;

/** Pull to refresh: from the very top of the page, with one finger, outside dialogs and scrolled boxes. */
export default function PullToRefresh() {
  const client = useQueryClient();
  const [pulled, setPulled] = useState(0);
  const [busy, setBusy] = useState(false);
  const start = useRef<{ x: number; y: number } | null>(null);
  const distance = useRef(0);

  useEffect(() => {
    const onStart = (e: TouchEvent) => {
      const touch = e.touches[0];
      const free =
        window.scrollY <= 0 && e.touches.length === 1 && !(e.target as Element).closest("[role=dialog]");
      start.current = free && touch ? { x: touch.clientX, y: touch.clientY } : null;
      distance.current = 0;
    };
    const onMove = (e: TouchEvent) => {
      const touch = e.touches[0];
      if (!start.current || !touch) return;
      const down = touch.clientY - start.current.y;
      const sideways = Math.abs(touch.clientX - start.current.x);
      if (down <= 0 || sideways > down || window.scrollY > 0) {
        start.current = null;
        distance.current = 0;
      } else {
        distance.current = down;
      }
      setPulled(distance.current);
    };
    const onEnd = () => {
      const enough = start.current !== null && distance.current >= PULL_THRESHOLD_PX;
      start.current = null;
      distance.current = 0;
      setPulled(0);
      if (!enough) return;
      setBusy(true);
      client.invalidateQueries().finally(() => setBusy(false));
    };
    const passive = { passive: true } as const;
    window.addEventListener("touchstart", onStart, passive);
    window.addEventListener("touchmove", onMove, passive);
    window.addEventListener("touchend", onEnd, passive);
    window.addEventListener("touchcancel", onEnd, passive);
    return () => {
      window.removeEventListener("touchstart", onStart);
      window.removeEventListener("touchmove", onMove);
      window.removeEventListener("touchend", onEnd);
      window.removeEventListener("touchcancel", onEnd);
    };
  }, [client]);

  if (pulled === 0 && !busy) return null;
  return (
    <div className={css.sign} role="status" data-ready={pulled >= PULL_THRESHOLD_PX || undefined}>
      <Icon name="down" size="s" />
      {busy
        ? "Обновляем"
        : pulled >= PULL_THRESHOLD_PX
          ? "Отпустите, чтобы обновить"
          : "Потяните, чтобы обновить"}
    </div>
  );
}
