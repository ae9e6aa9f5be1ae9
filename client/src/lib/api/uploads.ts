import { readToken } from "@/lib/auth/token";
import { NetworkError, toApiError } from "./errors";

const ENDPOINT = "/api/uploads";
/** What a connection that breaks off may lose at a proxy that reads whole requests. */
const PART_BYTES = 8 << 20;
/** Waits between attempts without any progress, about ten minutes in all. Each part that arrives starts them over. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, ...Array<number>(20).fill(30_000)];
/** The server keeps an upload for a day after its last part. */
const KEPT_MS = 2 * 24 * 3_600_000;

interface PartsOptions {
  /** What the file is for: the same file sent for something else is another upload. */
  purpose: string;
  /** Keeps what was sent for other attempts; otherwise it is used once. */
  keep?: boolean;
  /** Called with the part that has arrived, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
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
      onSuccess: () => resolve(upload.url?.split("/").at(-1) ?? ""),
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
