import { createContext, use } from "react";
import type { LotShort } from "@/lib/api/types";
import type { LotAction } from "@/trade/rules/trading";

/** Opens the dialog of an act on a lot, with an amount already chosen. The app fills it with what the features offer. */
export type LotActionHandler = (lot: LotShort, value?: number) => void;
export type LotActionHandlers = Partial<Record<LotAction, LotActionHandler>>;

/**
 * The acts that can be done from anywhere a lot is shown. A card asks for the handler of its act: where there
 * is one, its button opens the dialog; where there is none, the button leads to the lot's own page.
 */
export const LotActionsContext = createContext<LotActionHandlers>({});

export const useLotActions = () => use(LotActionsContext);
