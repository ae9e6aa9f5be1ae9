import { Button } from "@/components/Button/Button";
import { type AbsenteeAction, lotActionLabel } from "@/trade/rules/deal";
import { isLeader, limitStands } from "@/trade/rules/position";
import type { DealProps } from "../model/dealProps";
import { useOpenAbsentee } from "../model/useOpenDialogs";

interface AbsenteeButtonProps extends Pick<DealProps, "lot" | "connection"> {
  action: AbsenteeAction | null;
  /** Beside `MyStand`, which has the button that changes a standing limit. */
  isBesideStand?: boolean;
  className?: string;
}

/** Opens the absentee bet dialog. Renders nothing if the viewer may not leave one. */
export function AbsenteeButton({ lot, connection, action, isBesideStand, className }: AbsenteeButtonProps) {
  const open = useOpenAbsentee(lot);
  const changes = !isLeader(lot) && limitStands(lot, lot.myAbsentee);
  if (action === null || (isBesideStand && changes)) return null;
  const isOffline = connection.state === "offline";
  return (
    <Button variant="outline" fullWidth data-caps className={className} disabled={isOffline} onClick={open}>
      {changes ? "ИЗМЕНИТЬ ЗАОЧНУЮ СТАВКУ" : lotActionLabel[action]}
    </Button>
  );
}
