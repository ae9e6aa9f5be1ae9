/** The server's maximum amount, in whole currency units. */
export const MAX_AMOUNT = 1_000_000_000_000;

export const ABOVE_MAX = "Сумма больше допустимой";
