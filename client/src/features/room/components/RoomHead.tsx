import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import type { Catalog } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { count, moscowSeconds, percent, thousands, typeset } from "@/lib/format";
import { useSound } from "@/trade/bidding/sound";
import { ConnectionBadge } from "@/trade/components/ConnectionBadge/ConnectionBadge";
import { RehearsalMark } from "@/trade/components/Rehearsal/RehearsalMark";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { auctionUrl } from "@/trade/urls";
import css from "./room.module.css";

const MEMBERS = ["участник", "участника", "участников"] as const;

/** The way out, the sale's name, the connection, the people in the room, the clock and the sound. */
export function RoomHead({ sale, catalog }: { sale: LiveSale; catalog: Catalog }) {
  const { members } = sale.room;
  return (
    <header className={css.head}>
      <IconButton icon="left" label="Выйти из зала" to={`${auctionUrl(catalog)}?viewType=catalog`} />
      <h1 className={css.title}>{typeset(catalog.title)}</h1>
      <span className="caption only-wide">
        {catalog.houseNameRu}
        {catalog.commission > 0 && ` · комиссия ${percent(catalog.commission)}`}
      </span>
      <RehearsalMark catalog={catalog} isBrief />
      <span className={css.grow} />
      <ConnectionBadge status={sale.connection} />
      {members !== null && (
        <span className={`${css.members} num only-wide`} title="Участников в зале">
          <Icon name="people" size="s" />
          <span className="sr">{count(members, MEMBERS)}</span>
          <span aria-hidden="true">{thousands(members)}</span>
        </span>
      )}
      <HallClock />
      <SoundButton />
    </header>
  );
}

function HallClock() {
  const now = useServerNow(1000);
  return <time className="small muted only-wide num">{moscowSeconds(now)} (МСК)</time>;
}

function SoundButton() {
  const [on, toggle] = useSound();
  return (
    <IconButton
      icon={on ? "sound" : "soundoff"}
      label={on ? "Выключить звук" : "Включить звук"}
      pressed={on}
      onClick={toggle}
    />
  );
}
