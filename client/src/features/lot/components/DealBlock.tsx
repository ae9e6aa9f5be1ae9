import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import type { Lot } from "@/lib/api/types";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { lotActionLabel } from "@/trade/rules/deal";
import type { DealProps } from "../model/dealProps";
import { useNumberInHall } from "../model/useNumberInHall";
import { AbsenteeButton } from "./AbsenteeButton";
import { BidControls } from "./BidControls";
import css from "./lot.module.css";
import { OfferActions } from "./OfferActions";
import { RoomButton } from "./RoomButton";

/** The viewer's actions on the lot; null without any. */
export function DealActions(props: DealProps): ReactNode {
  const { lot, deal } = props;
  switch (deal.kind) {
    case "hidden":
      return null;
    case "soon":
      return (
        <>
          <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />
          <p className={css.hint}>Ставки принимаются с начала торгов.</p>
        </>
      );
    case "closing":
      return (
        <Button fullWidth data-caps disabled>
          ПОДВОДИМ ИТОГ
        </Button>
      );
    case "paused":
      return (
        <Button fullWidth data-caps disabled>
          ТОРГИ НА ПАУЗЕ
        </Button>
      );
    case "offer":
      return <OfferActions lot={lot} />;
    case "room":
      return (
        <>
          <CurrentLot lot={lot} />
          <RoomButton lot={lot} />
          <AbsenteeButton lot={lot} connection={props.connection} action={deal.absentee} isBesideStand />
        </>
      );
    case "staff":
      return <p className={css.hint}>Сотрудники площадки и дома не участвуют в торгах.</p>;
    case "register":
      return <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />;
    case "waiting":
      return (
        <>
          <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />
          <Button fullWidth data-caps disabled>
            {lotActionLabel.bet}
          </Button>
        </>
      );
    case "bid":
      return <BidControls {...props} bet={deal.bet} absentee={deal.absentee} />;
  }
}

/** «Лот 52, сейчас продаётся лот 48». */
function CurrentLot({ lot }: { lot: Lot }) {
  const current = useNumberInHall(lot);
  if (current === null) return null;
  return (
    <p className={css.figures}>
      Лот {lot.catalogLotId}, сейчас продаётся лот {current}
    </p>
  );
}
