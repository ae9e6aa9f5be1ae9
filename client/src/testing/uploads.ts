import { http } from "msw";
import { json, problem, server } from "./server";

interface Stored {
  length: number;
  bytes: number;
}

/** Serves uploads in parts from memory. Returns what has arrived, by id. */
export function serveUploads(): Map<string, Stored> {
  const uploads = new Map<string, Stored>();
  const headers = ({ bytes, length }: Stored) => ({
    "Tus-Resumable": "1.0.0",
    "Upload-Offset": String(bytes),
    "Upload-Length": String(length),
  });
  const one = (id: unknown) => uploads.get(String(id));
  server.use(
    http.post("*/api/uploads", ({ request }) => {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, { length: Number(request.headers.get("Upload-Length")), bytes: 0 });
      return new Response(null, {
        status: 201,
        headers: { "Tus-Resumable": "1.0.0", Location: `/api/uploads/${id}` },
      });
    }),
    http.head("*/api/uploads/:id", ({ params }) => {
      const upload = one(params.id);
      return upload
        ? new Response(null, { status: 200, headers: headers(upload) })
        : new Response(null, { status: 404 });
    }),
    http.get("*/api/uploads/:id", ({ params }) => {
      const upload = one(params.id);
      if (!upload) return problem(404);
      const { bytes: offset, length } = upload;
      return json({ offset, length, expires: "2026-11-29T09:00:00Z" });
    }),
    http.delete("*/api/uploads/:id", ({ params }) =>
      uploads.delete(String(params.id)) ? new Response(null, { status: 204 }) : problem(404),
    ),
    http.patch("*/api/uploads/:id", async ({ params, request }) => {
      const upload = one(params.id);
      if (!upload) return new Response(null, { status: 404 });
      if (Number(request.headers.get("Upload-Offset")) !== upload.bytes) {
        return new Response(null, { status: 409 });
      }
      upload.bytes += (await request.arrayBuffer()).byteLength;
      return new Response(null, { status: 204, headers: headers(upload) });
    }),
  );
  return uploads;
}
