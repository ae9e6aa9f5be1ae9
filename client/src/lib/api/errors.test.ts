import { http } from "msw";
import { describe, expect, it } from "vitest";
import { problem, server } from "@/testing/server";
import { api, call } from "./client";
import { ApiError, faultText, NetworkError, toApiError } from "./errors";

const GENERIC = "Что-то пошло не так. Попробуйте перезагрузить страницу или повторить запрос позже.";

describe("the text a person sees", () => {
  it.each([
    ["a string as it is", "Так не выйдет", "Так не выйдет"],
    ["a refusal in the server's words", new ApiError(409, "state", "Аукцион уже идёт"), "Аукцион уже идёт"],
    ["a failure with its code", new ApiError(502, "", ""), `${GENERIC} Код ошибки: 502.`],
    ["and its id", new ApiError(500, "", "внутренности", "abc-1"), `${GENERIC} Код ошибки: 500. Eid: abc-1.`],
    ["no server", new NetworkError("x"), "API не доступна"],
    ["a cancelled request: nothing", new DOMException("x", "AbortError"), null],
    ["anything else", new TypeError("x"), GENERIC],
  ])("%s", (_name, error, text) => {
    expect(faultText(error)).toBe(text);
  });
});

describe("answers that are no success", () => {
  it("carry what problem+json said", async () => {
    server.use(
      http.get("*/api/config", () =>
        problem(422, {
          title: "validation_failed",
          detail: "Проверьте поля",
          errors: { note: ["Слишком длинно"] },
        }),
      ),
    );
    const error = await call(api.GET("/api/config")).catch((e: unknown) => e);
    expect(error).toMatchObject({ status: 422, code: "validation_failed", detail: "Проверьте поля" });
    expect((error as ApiError).field("note")).toBe("Слишком длинно");
  });

  it("do not show a proxy's page", () => {
    const response = new Response("<html>", { status: 502, headers: { "content-type": "text/html" } });
    expect(faultText(toApiError(response, "<html>"))).toBe(`${GENERIC} Код ошибки: 502.`);
  });
});
