/** The most the server takes as an amount, in whole units. */
export const MAX_AMOUNT = 1_000_000_000_000;

export const ABOVE_MAX = "Сумма больше допустимой";
