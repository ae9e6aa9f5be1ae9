import { Button } from "@/components/Button/Button";
import { type AbsenteeAct, lotActionLabel } from "@/trade/rules/deal";
import type { DealProps } from "../model/dealProps";
import { useOpenAbsentee } from "../model/useOpenDialogs";

interface AbsenteeButtonProps extends Pick<DealProps, "lot" | "connection"> {
  act: AbsenteeAct | null;
  className?: string;
}

/** Opens the absentee bet dialog. Renders nothing if the viewer may not leave one. */
export function AbsenteeButton({ lot, connection, act, className }: AbsenteeButtonProps) {
  const open = useOpenAbsentee(lot);
  if (act === null) return null;
  const isOffline = connection.state === "offline";
  return (
    <Button variant="outline" fullWidth data-caps className={className} disabled={isOffline} onClick={open}>
      {lotActionLabel[act]}
    </Button>
  );
}
