import { count } from "@/lib/format";

/** «14 лотов». */
export const lotsCount = (total: number) => count(total, ["лот", "лота", "лотов"]);
