import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { json, problem, server } from "@/testing/server";
import { storeToken } from "../auth/token";
import { api, call } from "./client";
import { ApiError, NetworkError } from "./errors";

/** What arrived at the server. */
async function sentBy(act: () => Promise<unknown>): Promise<{ request: Request; body: string }> {
  let sent: { request: Request; body: string } | undefined;
  server.use(
    http.all("*/api/*", async ({ request }) => {
      sent = { request, body: await request.clone().text() };
      return json({ ok: true });
    }),
  );
  await act();
  if (!sent) throw new Error("nothing was sent");
  return sent;
}

describe("a call", () => {
  it("puts its parameters into the address: lists once each, nothing for what is absent", async () => {
    const query = { text: "а б&в", categoryIds: [1, 2], houseId: undefined, pageNumber: 0, sold: null };
    const { request } = await sentBy(() =>
      call(api.GET("/api/lot/search" as never, { params: { query } } as never)),
    );
    expect([...new URL(request.url).searchParams]).toEqual([
      ["text", "а б&в"],
      ["categoryIds", "1"],
      ["categoryIds", "2"],
      ["pageNumber", "0"],
    ]);
  });

  it("encodes the parts of its path", async () => {
    const { request } = await sentBy(() =>
      call(
        api.DELETE("/api/x/{name}/y/{id}" as never, { params: { path: { name: "а/б", id: 5 } } } as never),
      ),
    );
    expect(new URL(request.url).pathname).toBe("/api/x/%D0%B0%2F%D0%B1/y/5");
    expect(request.method).toBe("DELETE");
  });

  it("sends its body as JSON, and says who asks", async () => {
    storeToken("secret");
    const { request, body } = await sentBy(() =>
      call(api.POST("/api/x" as never, { body: { a: [1] }, headers: { "Idempotency-Key": "k" } } as never)),
    );
    expect(JSON.parse(body)).toEqual({ a: [1] });
    expect(request.headers.get("Content-Type")).toBe("application/json");
    expect(request.headers.get("Idempotency-Key")).toBe("k");
    expect(request.headers.get("X-Token")).toBe("secret");
    expect(request.headers.get("X-Visitor")).toMatch(/^[0-9a-f]{32}$/);
  });

  it("without a body has no content type, and of a visitor no token", async () => {
    const { request } = await sentBy(() => call(api.GET("/api/config")));
    expect(request.headers.get("Content-Type")).toBeNull();
    expect(request.headers.get("X-Token")).toBeNull();
  });

  it("has no data where the answer has no content, and a file as it is", async () => {
    server.use(
      http.get("*/api/none", () => new HttpResponse(null, { status: 204 })),
      http.get("*/api/empty", () => new HttpResponse("")),
      http.get("*/api/file", () => new HttpResponse("{}")),
    );
    expect(await call(api.GET("/api/none" as never))).toBeUndefined();
    expect(await call(api.GET("/api/empty" as never))).toBeUndefined();
    const file = await call<unknown>(api.GET("/api/file" as never, { parseAs: "blob" } as never));
    expect(file).toHaveProperty("size", 2);
  });

  it("throws what the server or a proxy before it refused with", async () => {
    server.use(http.get("*/api/config", () => problem(409, { title: "taken", detail: "Занято" })));
    const refusal = await call(api.GET("/api/config")).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 409, code: "taken" });

    server.use(http.get("*/api/config", () => new HttpResponse("Bad Gateway", { status: 502 })));
    await expect(call(api.GET("/api/config"))).rejects.toMatchObject({ status: 502 });

    server.use(http.get("*/api/config", () => HttpResponse.error()));
    await expect(call(api.GET("/api/config"))).rejects.toBeInstanceOf(NetworkError);
  });

  it("can be given up", async () => {
    server.use(http.get("*/api/config", () => new Promise<never>(() => undefined)));
    const leaving = new AbortController();
    const asked = call(api.GET("/api/config", { signal: leaving.signal }));
    leaving.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  });
});
