import { expect, it } from "vitest";
import { ApiError, NetworkError } from "@/lib/api/errors";
import { failureText } from "./failureText";

it.each([
  [
    new ApiError(401, "not_registered_in_house", ""),
    "Для совершения ставки необходимо зарегистрироваться в аукционном доме",
  ],
  [new ApiError(503, "unavailable", ""), "Не удалось сделать ставку: торги временно недоступны"],
  [new NetworkError("fetch failed"), "Сервер не ответил. Если ставка принята, она появится в истории ставок"],
  [new ApiError(403, "forbidden", "Недостаточно прав"), "Недостаточно прав"],
  [new ApiError(500, "internal", ""), null],
])("%s: %s", (error, text) => {
  expect(failureText(error)).toBe(text);
});
