import { Notification } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import type { Lot } from "@/lib/api/types";
import { useLotActions } from "@/trade/bidding/LotActions";
import { BetLabel } from "@/trade/components/BetLabel/BetLabel";
import { NOTICE_MS, type PostedNotice } from "@/trade/notices/noticeBoard";
import { isInTrade } from "@/trade/rules/trading";
import { lotUrl } from "@/trade/urls";
import css from "./NoticeBoard.module.css";

/** Moves focus to the newest notice, in any keyboard layout. The console already uses the function keys. */
export const NOTICE_KEY = "Alt+N";

interface NoticeToastProps {
  notice: PostedNotice;
  /** The lot on which the viewer was outbid. */
  lot: Lot | null;
  onGone: () => void;
}

/** A notice for five seconds, or as long as the pointer or the focus is on it. */
export function NoticeToast({ notice, lot, onGone }: NoticeToastProps) {
  const [held, setHeld] = useState(false);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => gone(), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <Notification
      role="alert"
      title={notice.subject}
      icon={<Icon name={lot ? "down" : "bell"} />}
      onClose={onGone}
      closeButtonProps={{ "aria-label": "Закрыть сообщение" }}
      data-tone="bad"
      withBorder={false}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {notice.text}
      {lot && <Answer lot={lot} onDone={onGone} />}
    </Notification>
  );
}

/** The next bet, while the lot takes one. */
function Answer({ lot, onDone }: { lot: Lot; onDone: () => void }) {
  const { bet } = useLotActions();
  return (
    <span className={css.acts}>
      {bet && isInTrade(lot) && (
        <Button
          variant="bid"
          onClick={() => {
            onDone();
            bet(lot, lot.price.minBet);
          }}
        >
          <BetLabel act="Сделать ставку" lot={lot} />
        </Button>
      )}
      <Button component={Link} variant="quiet" to={lotUrl(lot)} onClick={onDone}>
        К лоту
      </Button>
      <Kbd>{NOTICE_KEY}</Kbd>
    </span>
  );
}
