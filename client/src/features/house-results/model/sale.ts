import type { CatalogShort } from "@/lib/api/types";
import { isRunning } from "@/trade/rules/trading";

export const runs = ({ state }: CatalogShort) => isRunning(state);
export const LOTS = ["лот", "лота", "лотов"] as const;
