import { count, thousands } from "@/lib/format";

/** «14 лотов». */
export const lotsCount = (total: number) => count(total, ["лот", "лота", "лотов"]);

/** The server counts no further. */
const MOST = 10_000;

/** «14», «10 000+». */
export const cappedCount = (total: number) => (total < MOST ? thousands(total) : `${thousands(MOST)}+`);
