import { http } from "msw";
import { expect, it } from "vitest";
import { json, problem, server } from "@/testing/server";
import { serveUploads } from "@/testing/uploads";
import { dropUpload, sendFile, sendInParts, unfinishedUploads } from "./uploads";

const file = new File(["0123456789"], "лоты.zip", { lastModified: 1 });

it("sends a file and says how much has arrived", async () => {
  const uploads = serveUploads();
  const seen: number[] = [];
  const id = await sendInParts(file, { purpose: "import:1", onProgress: (part) => seen.push(part) });
  expect(uploads.get(id)).toEqual({ length: 10, bytes: 10 });
  expect(seen.at(-1)).toBe(1);
});

/** Sends the file until four bytes have arrived, and leaves. From then on the connection holds. */
async function leaveHalfWay(uploads: ReturnType<typeof serveUploads>): Promise<void> {
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
}

it("goes on after the connection broke off, and after the page was left", async () => {
  const uploads = serveUploads();
  await leaveHalfWay(uploads);
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

it("knows what was left unfinished, until it arrives or is dropped", async () => {
  const uploads = serveUploads();
  expect(await unfinishedUploads("import:1")).toEqual([]);
  await leaveHalfWay(uploads);
  const [left] = await unfinishedUploads("import:1");
  expect(left).toMatchObject({ name: "лоты.zip", size: 10, part: 0.4 });
  expect(await unfinishedUploads("import:2")).toEqual([]);

  await sendInParts(file, { purpose: "import:1", keep: true });
  expect(await unfinishedUploads("import:1")).toEqual([]);

  await dropUpload(left?.id ?? "");
  expect(uploads.size).toBe(0);
  // It is not continued any more, and dropping it twice does not fail.
  await dropUpload(left?.id ?? "");
  await sendInParts(file, { purpose: "import:1" });
  expect(uploads.size).toBe(1);
});

it("has a call take a picture that has arrived", async () => {
  const uploads = serveUploads();
  let taken: FormDataEntryValue | null = null;
  server.use(
    http.post("*/api/house/1/images", async ({ request }) => {
      taken = /name="upload"\r\n\r\n(.*)\r\n/.exec(await request.text())?.[1] ?? null;
      return json({ ok: true });
    }),
  );
  expect(await sendFile("/api/house/1/images", file)).toEqual({ ok: true });
  expect(taken).not.toBeNull();
  expect(uploads.get(String(taken))).toEqual({ length: 10, bytes: 10 });
});

it("names a file of another kind, and says what is accepted", async () => {
  serveUploads();
  server.use(
    http.post("*/api/lots/1/images", () => problem(415, { detail: "Неподдерживаемый тип данных" })),
    http.post("*/api/house/1/info", () => problem(415)),
  );
  await expect(sendFile("/api/lots/1/images", file)).rejects.toMatchObject({
    status: 415,
    detail: `Файл «${file.name}» не принят: нужно изображение JPEG, PNG или WebP`,
  });
  await expect(sendFile("/api/house/1/info", file, { needs: "нужен файл PDF" })).rejects.toMatchObject({
    detail: `Файл «${file.name}» не принят: нужен файл PDF`,
  });
});

it("sends nothing again when the call that takes a picture fails for now", async () => {
  const uploads = serveUploads();
  const answers = [problem(503), problem(422), json({ ok: true })];
  const taken: unknown[] = [];
  server.use(
    http.post("*/api/house/2/images", async ({ request }) => {
      taken.push(/name="upload"\r\n\r\n(.*)\r\n/.exec(await request.text())?.[1]);
      return answers[taken.length - 1];
    }),
  );
  await expect(sendFile("/api/house/2/images", file)).rejects.toMatchObject({ status: 503 });
  await expect(sendFile("/api/house/2/images", file)).rejects.toMatchObject({ status: 422 });
  expect(await sendFile("/api/house/2/images", file)).toEqual({ ok: true });
  expect(taken).toEqual(["upload-1", "upload-1", "upload-2"]);
  expect(uploads.size).toBe(2);
});
