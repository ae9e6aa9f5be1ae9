export const ORDERS = ["заочная", "заочные", "заочных"] as const;
export const JUST_MOVED = "Лот только что сменился";
