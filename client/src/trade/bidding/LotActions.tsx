import { createContext, use } from "react";
import type { LotShort } from "@/lib/api/types";
import type { LotAction } from "@/trade/rules/deal";

/** Opens the dialog of an action on a lot, optionally with a chosen amount. */
export type LotActionHandler = (lot: LotShort, value?: number) => void;
export type LotActionHandlers = Partial<Record<LotAction, LotActionHandler>>;

/**
 * The handlers of the actions on a lot, provided by the app. A card's button calls the handler of its action, or links
 * to the lot's page if there is none.
 */
export const LotActionsContext = createContext<LotActionHandlers>({});

export const useLotActions = () => use(LotActionsContext);
