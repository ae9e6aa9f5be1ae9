import { readToken } from "@/lib/auth/token";
import { NetworkError, toApiError } from "./errors";

interface UploadOptions {
  /** Called with the part that is sent, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  /** The form field of the file. */
  field?: string;
}

function parse(request: XMLHttpRequest): unknown {
  const isJson = /\bjson\b/.test(request.getResponseHeader("content-type") ?? "");
  if (!isJson) return request.responseText;
  try {
    return JSON.parse(request.responseText);
  } catch {
    return null;
  }
}

/** Sends a file as a form. */
export const upload = <T>(path: string, file: File, options: UploadOptions = {}): Promise<T> =>
  sendForm(path, { [options.field ?? "file"]: file }, options);

/** Sends a form. `fetch` does not report progress, so this is the one call made without it. */
export function sendForm<T>(
  path: string,
  fields: Readonly<Record<string, string | File>>,
  options: UploadOptions = {},
): Promise<T> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    const token = readToken();
    if (token) request.setRequestHeader("X-Token", token);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = parse(request);
      if (request.status >= 200 && request.status < 300) {
        resolve(body as T);
        return;
      }
      const headers = new Headers();
      for (const name of ["content-type", "retry-after"]) {
        const value = request.getResponseHeader(name);
        if (value) headers.set(name, value);
      }
      reject(toApiError(new Response(null, { status: request.status, headers }), body));
    };
    request.onerror = () => reject(new NetworkError("upload failed"));
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    request.send(form);
  });
}
