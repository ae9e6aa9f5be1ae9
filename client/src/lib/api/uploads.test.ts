import { http } from "msw";
import { expect, it } from "vitest";
import { problem, server } from "@/testing/server";
import { serveUploads } from "@/testing/uploads";
import { sendInParts } from "./uploads";

const file = new File(["0123456789"], "лоты.zip", { lastModified: 1 });

it("sends a file and says how much has arrived", async () => {
  const uploads = serveUploads();
  const seen: number[] = [];
  const id = await sendInParts(file, { purpose: "import:1", onProgress: (part) => seen.push(part) });
  expect(uploads.get(id)).toEqual({ length: 10, bytes: 10 });
  expect(seen.at(-1)).toBe(1);
});

it("goes on after the connection broke off, and after the page was left", async () => {
  const uploads = serveUploads();
  let breaks = true;
  let broken = 0;
  server.use(
    http.patch("*/api/uploads/:id", ({ params }) => {
      // The handler below takes what is sent once the connection holds.
      if (!breaks) return undefined;
      broken += 1;
      const upload = uploads.get(String(params.id));
      if (upload) upload.bytes = 4;
      return Response.error();
    }),
  );
  const leaving = new AbortController();
  const first = sendInParts(file, {
    purpose: "import:1",
    keep: true,
    signal: leaving.signal,
    onProgress: () => undefined,
  });
  await expect.poll(() => broken).toBeGreaterThan(0);
  leaving.abort();
  await expect(first).rejects.toThrow("aborted");
  breaks = false;
  const again = await sendInParts(file, { purpose: "import:1", keep: true });
  expect(uploads.size).toBe(1);
  expect(uploads.get(again)).toEqual({ length: 10, bytes: 10 });
  // What was kept is not sent again, unless it is for something else.
  expect(await sendInParts(file, { purpose: "import:1", keep: true })).toBe(again);
  expect(await sendInParts(file, { purpose: "import:2" })).not.toBe(again);
});

it("starts over when the server has it no more, and gives up when it is refused", async () => {
  const uploads = serveUploads();
  const id = await sendInParts(file, { purpose: "import:1", keep: true });
  uploads.delete(id);
  await sendInParts(file, { purpose: "import:1" });
  expect(uploads.size).toBe(1);
  server.use(http.post("*/api/uploads", () => problem(413, { detail: "Слишком большой запрос" })));
  await expect(sendInParts(file, { purpose: "import:3" })).rejects.toMatchObject({
    status: 413,
    detail: "Слишком большой запрос",
  });
});
