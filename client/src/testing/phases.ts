import type { Lot } from "@/lib/api/types";
import { CalculationType, CatalogState, CatalogType, LotState } from "@/trade/enums";
import type { Phase } from "@/trade/rules/deal";
import { at, HOUR, makeCatalog, makeFullLot } from "./factories";

export const parallel = (extra: Partial<Lot> = {}) => makeFullLot(extra);
export const classic = (extra: Partial<Lot> = {}) =>
  makeFullLot({ catalogType: CatalogType.Classic, endTradeTime: null, ...extra });
export const scheduled = {
  catalogState: CatalogState.Scheduled,
  state: LotState.None,
  endTradeTime: null,
} as const;
export const byTable = { catalog: makeCatalog({ calculationType: CalculationType.ByStepTable }) };

export interface PhaseRow {
  name: string;
  lot: Lot;
  phase: Phase;
}

/** Lots of a classic sale at `NOW`, and what each takes. All that shows such a lot must agree on it. */
export const classicPhases: readonly PhaseRow[] = [
  { name: "in trade", lot: classic(), phase: "open" },
  { name: "in trade, with an end to come", lot: classic({ endTradeTime: at(HOUR) }), phase: "open" },
  {
    name: "in trade while the sale waits for its end",
    lot: classic({ catalogState: CatalogState.WaitForEnd }),
    phase: "open",
  },
  { name: "time is up this moment", lot: classic({ endTradeTime: at(0) }), phase: "closing" },
  { name: "paused", lot: classic({ catalogPausedAt: at(-HOUR) }), phase: "paused" },
  {
    name: "paused past its end",
    lot: classic({ catalogPausedAt: at(-HOUR), endTradeTime: at(-HOUR) }),
    phase: "paused",
  },
  { name: "not open yet", lot: classic({ state: LotState.None }), phase: "queued" },
  {
    name: "not open yet, the sale paused",
    lot: classic({ state: LotState.None, catalogPausedAt: at(-HOUR) }),
    phase: "queued",
  },
  { name: "over", lot: classic({ isBiddingOver: true }), phase: "over" },
  {
    name: "over, the sale paused",
    lot: classic({ isBiddingOver: true, catalogPausedAt: at(-HOUR) }),
    phase: "over",
  },
  { name: "sold", lot: classic({ state: LotState.Sold }), phase: "over" },
  { name: "the sale is over", lot: classic({ catalogState: CatalogState.Completed }), phase: "over" },
  { name: "the sale is cancelled", lot: classic({ catalogState: CatalogState.Canceled }), phase: "over" },
  { name: "before the start", lot: classic(scheduled), phase: "prebets" },
];
