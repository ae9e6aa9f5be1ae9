import { Notification } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { timeLeftText, useTimeLeft } from "@/components/Countdown/Countdown";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import type { Lot, Notification as StoredNotification } from "@/lib/api/types";
import { useLotActions } from "@/trade/bidding/LotActions";
import { useCap } from "@/trade/bidding/useCap";
import { BetLabel } from "@/trade/components/BetLabel/BetLabel";
import { NOTICE_MS, type PostedNotice } from "@/trade/notices/noticeBoard";
import { isBeyondCap } from "@/trade/rules/cap";
import { isInTrade, lotEnd } from "@/trade/rules/trading";
import { lotUrl, wonUrl } from "@/trade/urls";
import css from "./NoticeBoard.module.css";

/** Moves focus to the newest notice, in any keyboard layout. The console already uses the function keys. */
export const NOTICE_KEY = "Alt+N";

interface NoticeToastProps {
  notice: PostedNotice;
  onGone: () => void;
}

/** A notice for five seconds, or as long as the pointer or the focus is on it. */
export function NoticeToast({ notice, onGone }: NoticeToastProps) {
  const { news, lot, place } = notice;
  const isWin = news === "won";
  const end = !isWin && lot && isInTrade(lot) ? lotEnd(lot) : null;
  const [held, setHeld] = useState(false);
  const gone = useEffectEvent(onGone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer notice in its place has its own five seconds
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => gone(), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [held, notice]);
  return (
    <Notification
      role="alert"
      title={notice.subject}
      icon={<Icon name={isWin ? "gavel" : lot ? "down" : "bell"} />}
      onClose={onGone}
      closeButtonProps={{ "aria-label": "Закрыть сообщение" }}
      // The specification shows real-time messages as errors, which would be wrong for a win.
      data-tone={isWin ? "ok" : "bad"}
      withBorder={false}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {notice.text}
      {end !== null && <TimeLeft key={notice.text} end={end} />}
      {isWin && <Due onDone={onGone} />}
      {!isWin &&
        (lot ? (
          <Answer lot={lot} onDone={onGone} />
        ) : (
          place && <PlaceLink text={notice.text} place={place} onDone={onGone} />
        ))}
    </Notification>
  );
}

/**
 * Continues the notice's text, which has no full stop: «…, осталось 0:41:07». Screen readers would read the whole notice
 * again with every tick, so they get the time left when it came.
 */
function TimeLeft({ end }: { end: number }) {
  const left = useTimeLeft(end);
  const [first] = useState(left);
  if (first === 0) return null;
  return (
    <>
      <span className="sr">, осталось {timeLeftText(first)}</span>
      {left > 0 && (
        <span aria-hidden="true">
          , осталось <span className={css.left}>{timeLeftText(left)}</span>
        </span>
      )}
    </>
  );
}

/** Links to the lots to pay for. */
function Due({ onDone }: { onDone: () => void }) {
  return (
    <span className={css.acts}>
      <Button component={Link} to={wonUrl} onClick={onDone}>
        К оплате
      </Button>
      <Kbd>{NOTICE_KEY}</Kbd>
    </span>
  );
}

interface PlaceLinkProps {
  text: string;
  place: NonNullable<StoredNotification["place"]>;
  onDone: () => void;
}

/** Continues the notice's text, which often has no full stop, with a link to what it is about. */
function PlaceLink({ text, place, onDone }: PlaceLinkProps) {
  return (
    <>
      {/[.!?…]$/.test(text) ? " " : ". "}
      <Link className="link" to={place.path} onClick={onDone}>
        {place.label}
      </Link>
    </>
  );
}

/** The next bet, while the lot takes one. */
function Answer({ lot, onDone }: { lot: Lot; onDone: () => void }) {
  const { bet } = useLotActions();
  const cap = useCap(lot);
  return (
    <span className={css.acts}>
      {bet && isInTrade(lot) && cap !== undefined && !isBeyondCap(lot, cap) && (
        <Button
          variant="bid"
          onClick={() => {
            onDone();
            bet(lot, lot.price.minBet);
          }}
        >
          <BetLabel action="Сделать ставку" lot={lot} />
        </Button>
      )}
      <Button component={Link} variant="quiet" to={lotUrl(lot)} onClick={onDone}>
        К лоту
      </Button>
      <Kbd>{NOTICE_KEY}</Kbd>
    </span>
  );
}
