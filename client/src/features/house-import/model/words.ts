export const LOTS = ["лот", "лота", "лотов"] as const;
export const ROWS = ["строка", "строки", "строк"] as const;
