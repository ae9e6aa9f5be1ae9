import { isStatus, NetworkError } from "@/lib/api/errors";
import type { BetAnswer } from "@/lib/api/types";
import { BetCode } from "@/lib/enums";

export interface BetOutcome {
  tone: "ok" | "warn" | "bad";
  text: string;
}

/** What a bettor reads after his bet was answered. The texts are the server's, which has them from the specification. */
export function outcomeOf(answer: BetAnswer): BetOutcome {
  switch (answer.code) {
    case BetCode.Success:
      return { tone: "ok", text: "Ставка принята" };
    case BetCode.OverbetByAbsenteeBid:
      return { tone: "warn", text: answer.message };
    default:
      return { tone: "bad", text: answer.message || "Неизвестная ошибка" };
  }
}

/** What a bettor reads when his bet was not answered, or not let through. */
export function failureOf(error: unknown): BetOutcome | null {
  if (isStatus(error, 401)) {
    return { tone: "bad", text: "Для совершения ставки необходимо зарегистрироваться в аукционном доме" };
  }
  if (isStatus(error, 503))
    return { tone: "bad", text: "Не удалось сделать ставку: торги временно недоступны" };
  if (error instanceof NetworkError || isStatus(error, 504)) {
    // Nobody knows whether it arrived; the room's state tells as soon as the line is back.
    return { tone: "bad", text: "Сервер не ответил. Если ставка принята, она появится в истории ставок" };
  }
  if (isStatus(error, 400, 403, 404, 409, 422, 429) && error.detail)
    return { tone: "bad", text: error.detail };
  return null;
}
