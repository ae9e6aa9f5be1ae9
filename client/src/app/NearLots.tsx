import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { tell } from "@/components/Toast/toasts";
import type { Evening, EveningLot } from "@/lib/api/types";
import { count, quoted } from "@/lib/format";
import { eveningOptions } from "@/trade/api/evening";
import {
  announcedLots,
  nearToast,
  noteNearToast,
  rememberAnnounced,
  useNearNotices,
} from "@/trade/bidding/nearNotices";
import { play } from "@/trade/bidding/sound";
import { isNear } from "@/trade/rules/evening";
import { eveningUrl } from "@/trade/urls";

const LIFE_MS = 20_000;

const LOTS = ["лот", "лота", "лотов"] as const;

const roomOf = ({ catalogId }: EveningLot["lot"]) => `/auction/${catalogId}`;

/** Announces the viewer's lots once, three lots before they come up, unless the page is where they would be sent. */
export default function NearLots() {
  const { data } = useQuery(eveningOptions(true));
  const [on] = useNearNotices();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const announce = useEffectEvent(({ lots, sales }: Evening) => {
    const known = announcedLots();
    const fresh = lots.filter((mine) => isNear(mine) && !known.includes(mine.lot.id));
    if (fresh.length === 0) return;
    rememberAnnounced(fresh.map(({ lot }) => lot.id));
    const told = fresh
      .filter(({ lot }) => pathname !== eveningUrl && !`${pathname}/`.startsWith(`${roomOf(lot)}/`))
      .toSorted((one, other) => (one.ahead ?? 0) - (other.ahead ?? 0));
    // On a phone, two would cover the page's text.
    const shown = matchMedia("(max-width: 45em)").matches ? told.slice(0, 1) : told;
    for (const mine of shown) {
      const sale = sales.find(({ catalog }) => catalog.id === mine.lot.catalogId)?.catalog.title;
      show(mine, sale, told.length - shown.length);
    }
  });
  const show = ({ lot, ahead }: EveningLot, sale: string | undefined, others: number) => {
    const room = roomOf(lot);
    play("warning");
    // A notice about the lot takes its toast away, not the one that counts others.
    const id = others > 0 ? `${nearToast(lot.id)}+${others}` : nearToast(lot.id);
    if (lot.catalogId !== null) noteNearToast(lot.catalogId, id);
    tell(
      <>
        Через {count(ahead ?? 0, LOTS)}. {sale && `${quoted(sale)}. `}
        <a
          className="link"
          href={room}
          onClick={(event) => {
            event.preventDefault();
            void navigate(room);
          }}
        >
          Войти&nbsp;в&nbsp;зал
        </a>
        {others > 0 && `. Скоро ещё ${count(others, LOTS)}`}
      </>,
      {
        title: `Скоро лот ${lot.catalogLotId}, ${quoted(lot.titleRu || "Без названия")}`,
        life: LIFE_MS,
        id,
      },
    );
  };
  useEffect(() => {
    if (on && data) announce(data);
  }, [on, data]);
  return null;
}
