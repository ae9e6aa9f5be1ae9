import { type ReactNode, useState } from "react";
import { Chat } from "@/components/Chat/Chat";
import { IconButton } from "@/components/IconButton/IconButton";
import type { Catalog, House, LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { count, thousands } from "@/lib/format";
import { chatConnection } from "@/trade/live/chatConnection";
import { useLiveSale } from "@/trade/live/useLiveSale";
import { useLook } from "@/trade/live/useLook";
import { useStaleSince } from "@/trade/live/useStaleSince";
import { isRunning } from "@/trade/rules/trading";
import { useSpokenSale } from "../model/useSpokenSale";
import { useUnread } from "../model/useUnread";
import { chatAccess, nextLotLine } from "../model/words";
import { Bidding } from "./Bidding";
import { BidFeed } from "./BidFeed";
import { CurrentLot } from "./CurrentLot";
import { FilmStrip } from "./FilmStrip";
import { RoomHead } from "./RoomHead";
import { RoomPanel, type RoomTab } from "./RoomPanel";
import css from "./room.module.css";
import { Waiting } from "./Waiting";

const BETS = ["ставка", "ставки", "ставок"] as const;

interface LiveRoomProps {
  catalog: Catalog;
  house: House | null;
  /** Tells a viewer who cannot bid yet how to register with the house. */
  banner: ReactNode;
  /** Whether the house has accepted the viewer. */
  accepted: boolean;
  /** Staff do not bid. */
  isStaff: boolean;
  onAbsentee?: (lot: LotShort) => void;
}

export default function LiveRoom({ catalog, house, banner, accepted, isStaff, onAbsentee }: LiveRoomProps) {
  const { user } = useSession();
  const sale = useLiveSale(catalog);
  const { shown } = sale;
  const myParticipant = user === null ? null : (sale.current?.myParticipant ?? null);
  useSpokenSale(isRunning(sale.state) ? sale.current : null, myParticipant);
  const [tab, setTab] = useState<RoomTab | null>(null);
  const unread = useUnread(sale.chat.messages.length, tab === "chat");
  // Staff watch every lot, so they are not counted as interested.
  const onReach = useLook(isStaff ? null : catalog.id, sale.current?.id ?? null);
  const offline = sale.connection.state === "offline" ? { attempt: sale.connection.attempt } : null;
  const staleSince = useStaleSince(sale.connection);
  const { members } = sale.room;
  const mayBid = accepted || user === null;

  const feed = (
    <BidFeed
      isEmpty={shown?.betsCount === 0}
      bets={sale.bets}
      count={count(shown?.betsCount ?? 0, BETS)}
      currency={catalog.currency}
      myParticipant={myParticipant}
    />
  );
  const chat = (
    <Chat
      messages={sale.chat.messages}
      caption={offline ? "нет связи" : members === null ? "" : `${thousands(members)} в зале`}
      writable={chatAccess({
        signedIn: user !== null,
        entitled: accepted || catalog.isController,
        offline: offline !== null,
      })}
      onSend={(text) => chatConnection.send(catalog.id, text)}
    />
  );

  const strip = (
    <FilmStrip
      lots={sale.lots}
      updates={sale.room.lots}
      // Before the start the first lot is shown, but not on the block.
      currentLotId={isRunning(sale.state) ? (shown?.id ?? null) : null}
    />
  );
  const panel = tab !== null && (
    <RoomPanel
      tab={tab}
      onTab={setTab}
      onClose={() => setTab(null)}
      contents={{ chat, bets: feed, lots: <div className={css.panelLots}>{strip}</div> }}
    />
  );

  return (
    <div
      className={css.room}
      data-room
      data-stale={offline ? true : undefined}
      data-panel={tab === null ? undefined : true}
    >
      <RoomHead sale={sale} catalog={catalog} />

      {shown ? (
        <CurrentLot
          sale={sale}
          lot={shown}
          catalog={catalog}
          myParticipant={myParticipant}
          staleSince={staleSince}
          isOutcomeSaid={mayBid && !isStaff}
          panel={panel}
        />
      ) : (
        <Waiting sale={sale} catalog={catalog} panel={panel} />
      )}

      {shown && sale.current && (
        <Bidding
          // The same through the hammer on a choice, and new when the lot comes up again by itself.
          key={`${sale.current.id}:${sale.current.together.join()}`}
          sale={sale}
          lot={shown}
          catalog={catalog}
          house={house}
          signedIn={user !== null}
          myParticipant={myParticipant}
          banner={banner}
          mayBid={mayBid}
          isStaff={isStaff}
          offline={offline}
          onAbsentee={onAbsentee}
          onReach={onReach}
        />
      )}

      <aside className={css.side}>
        {feed}
        {chat}
      </aside>
      {strip}

      <div className={css.next}>
        <span className="muted">{nextLotLine(sale)}</span>
        <IconButton icon="grid" label="Лоты аукциона и ставки" onClick={() => setTab("lots")} />
        <IconButton
          icon="chat"
          label={unread > 0 ? `Чат, новых сообщений: ${unread}` : "Чат"}
          badge={unread}
          onClick={() => setTab("chat")}
        />
      </div>
    </div>
  );
}
