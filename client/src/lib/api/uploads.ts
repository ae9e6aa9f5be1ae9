import { readToken } from "@/lib/auth/token";
import { quoted } from "@/lib/format";
import { api, call } from "./client";
import { ApiError, isStatus, NetworkError, toApiError } from "./errors";

const ENDPOINT = "/api/uploads";
/** What a connection that breaks off may lose at a proxy that reads whole requests. */
const PART_BYTES = 8 << 20;
/** Waits between attempts without any progress, about ten minutes in all. Each part that arrives starts them over. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, ...Array<number>(20).fill(30_000)];
/** The server keeps an upload for a day after its last part. */
const KEPT_MS = 2 * 24 * 3_600_000;

interface Watched {
  /** Called with the part that has arrived, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

interface PartsOptions extends Watched {
  /** What the file is for: the same file sent for something else is another upload. */
  purpose: string;
  /** Keeps what was sent for other attempts; otherwise it is used once. */
  keep?: boolean;
}

/**
 * Sends a file in parts and returns the upload's id. What has arrived is never sent again: not after the connection
 * breaks off, and not after the page was left and the same file is chosen again.
 */
export async function sendInParts(file: File, options: PartsOptions): Promise<string> {
  const { purpose, keep = false, onProgress, signal } = options;
  const { defaultOptions, DetailedError, Upload } = await import("tus-js-client");
  signal?.throwIfAborted();
  for (const old of await defaultOptions.urlStorage.findAllUploads()) {
    if (Date.now() - Date.parse(old.creationTime) > KEPT_MS) {
      await defaultOptions.urlStorage.removeUpload(old.urlStorageKey);
    }
  }
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      chunkSize: PART_BYTES,
      retryDelays: RETRY_MS,
      removeFingerprintOnSuccess: !keep,
      // By these an upload that was left is recognized.
      metadata: { purpose, filename: file.name },
      fingerprint: async () =>
        ["upload", purpose, file.name, file.type, file.size, file.lastModified].join("-"),
      onBeforeRequest: (request) => {
        const token = readToken();
        if (token) request.setHeader("X-Token", token);
      },
      // Unlike by default, being offline is waited out.
      onShouldRetry: ({ originalResponse }) => {
        const status = originalResponse?.getStatus() ?? 0;
        return status < 400 || status >= 500 || [408, 409, 423, 429].includes(status);
      },
      onProgress: (sent, total) => onProgress?.(total > 0 ? sent / total : 0),
      onSuccess: () => resolve(idOf(upload.url)),
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        if (!response) return reject(new NetworkError("the upload broke off"));
        reject(toApiError(new Response(null, { status: response.getStatus() }), parsed(response.getBody())));
      },
    });
    signal?.addEventListener("abort", () => {
      void upload.abort();
      reject(new DOMException("aborted", "AbortError"));
    });
    void upload.findPreviousUploads().then(([known]) => {
      if (signal?.aborted) return;
      if (known) upload.resumeFromPreviousUpload(known);
      upload.start();
    }, reject);
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Whether the same request may succeed later. */
const isPassing = (status: number) => status >= 500 || [401, 408, 429].includes(status);

interface SentFile extends Watched {
  /** Said of a file of another kind: «нужен файл PDF». */
  needs?: string;
}

/**
 * Sends a file in parts and then has the call at `path` take it. If that call breaks off or fails for now, another attempt
 * with the same file sends nothing again.
 */
export async function sendFile<T>(path: string, file: File, options: SentFile = {}): Promise<T> {
  const { needs = "нужно изображение JPEG, PNG или WebP", ...watched } = options;
  const upload = await sendInParts(file, { ...watched, purpose: path, keep: true });
  const body = new FormData();
  body.append("upload", upload);
  const token = readToken();
  const headers: Record<string, string> = token ? { "X-Token": token } : {};
  let response: Response;
  try {
    response = await fetch(path, { method: "POST", body, headers, signal: watched.signal });
  } catch (error) {
    if (watched.signal?.aborted) throw error;
    throw new NetworkError("the upload broke off");
  }
  const answer = parsed(await response.text());
  if (!isPassing(response.status)) await forget(upload);
  if (response.status === 415) {
    throw new ApiError(415, "wrong_content_type", `Файл ${quoted(file.name)} не принят: ${needs}`);
  }
  if (!response.ok) throw toApiError(response, answer);
  return answer as T;
}

/** An upload that was left before the whole file had arrived. */
export interface Unfinished {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  /** The part that has arrived, 0 to 1. */
  part: number;
  /** When the server deletes it. */
  expires: string;
}

const idOf = (url: string | null) => url?.split("/").at(-1) ?? "";

/** The uploads for a purpose that were left unfinished in this browser, as far as the server still has them. */
export async function unfinishedUploads(purpose: string, signal?: AbortSignal): Promise<Unfinished[]> {
  const { defaultOptions } = await import("tus-js-client");
  const known = await defaultOptions.urlStorage.findAllUploads();
  const found = known
    .filter(({ metadata }) => metadata.purpose === purpose)
    .map(async ({ metadata, uploadUrl }): Promise<Unfinished[]> => {
      const id = idOf(uploadUrl);
      try {
        const state = await call(api.GET("/api/uploads/{id}", { params: { path: { id } }, signal }));
        if (state.offset >= state.length) return [];
        const { length: size, offset, expires } = state;
        return [{ id, name: metadata.filename ?? "", size, part: offset / size, expires }];
      } catch (error) {
        // Expired, or left by another account of this browser.
        if (isStatus(error, 404)) return [];
        throw error;
      }
    });
  return (await Promise.all(found)).flat();
}

/** Deletes what has arrived of an upload. */
export async function dropUpload(id: string): Promise<void> {
  await call(api.DELETE("/api/uploads/{id}", { params: { path: { id } } })).catch((error: unknown) => {
    if (!isStatus(error, 404)) throw error;
  });
  await forget(id);
}

async function forget(id: string): Promise<void> {
  const { defaultOptions } = await import("tus-js-client");
  for (const { uploadUrl, urlStorageKey } of await defaultOptions.urlStorage.findAllUploads()) {
    if (idOf(uploadUrl) === id) await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  }
}
