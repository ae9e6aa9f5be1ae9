export const ORDERS = ["заочная", "заочные", "заочных"] as const;
export const JUST_MOVED = "Лот только что сменился";
/** The element that says why most keys are off. */
export const KEYS_NOTE = "keys-note";
