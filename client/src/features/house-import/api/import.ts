import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { NetworkError, toApiError } from "@/lib/api/errors";
import type { ImportCorrection, ImportEnd, ImportProgress } from "@/lib/api/types";
import { dropUpload, sendInParts, unfinishedUploads } from "@/lib/api/uploads";
import { readToken } from "@/lib/auth/token";

/** One upload serves every catalog of a house. */
const purposeOf = (houseId: number) => `import:${houseId}`;

const unfinishedKey = (houseId: number) => ["house", houseId, "unfinished"] as const;

/** The files of a house whose sending was left before they had arrived. */
export const unfinishedOptions = (houseId: number) =>
  queryOptions({
    queryKey: unfinishedKey(houseId),
    queryFn: ({ signal }) => unfinishedUploads(purposeOf(houseId), signal),
    // Sending goes on elsewhere on the page, and in other tabs.
    staleTime: 0,
  });

export function useDropUpload(houseId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: dropUpload,
    onSettled: () => client.invalidateQueries({ queryKey: unfinishedKey(houseId) }),
  });
}

export interface ImportSettings {
  houseId: number;
  catalogId: number;
  file: File;
  dryRun: boolean;
  skipRefused: boolean;
  columns: Readonly<Record<string, string | null>>;
  corrections: readonly ImportCorrection[];
}

type Line = ImportProgress | ImportEnd;

/**
 * Sends a table and follows the lines of the answer as they come. What has been sent is kept for the next attempt, and
 * the import itself finishes on the server even if this is stopped after the file has gone.
 */
export async function sendImport(
  settings: ImportSettings,
  onSent: (part: number) => void,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportEnd> {
  const { houseId, catalogId, file, dryRun, skipRefused, columns, corrections } = settings;
  const purpose = purposeOf(houseId);
  const upload = await sendInParts(file, { purpose, keep: true, onProgress: onSent, signal });
  onSent(1);
  const form = new FormData();
  form.append("options", JSON.stringify({ columns, corrections, fileName: file.name }));
  form.append("upload", upload);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let read = 0;
    let end: ImportEnd | null = null;
    const readLines = () => {
      const text = request.responseText;
      for (let at = text.indexOf("\n", read); at !== -1; at = text.indexOf("\n", read)) {
        const line = text.slice(read, at).trim();
        read = at + 1;
        if (line === "") continue;
        const parsed = JSON.parse(line) as Line;
        if ("stage" in parsed) onProgress(parsed);
        else end = parsed;
      }
    };
    request.open("POST", `/api/catalog/${catalogId}/import?dryRun=${dryRun}&skipRefused=${skipRefused}`);
    const token = readToken();
    if (token) request.setRequestHeader("X-Token", token);
    request.onprogress = () => {
      if (request.status === 200) readLines();
    };
    request.onload = () => {
      if (request.status === 200) {
        readLines();
        if (end) resolve(end);
        else reject(new NetworkError("the import's answer broke off"));
        return;
      }
      const headers = new Headers({ "content-type": request.getResponseHeader("content-type") ?? "" });
      let body: unknown = request.responseText;
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // Not JSON: a proxy's page.
      }
      reject(toApiError(new Response(null, { status: request.status, headers }), body));
    };
    request.onerror = () => reject(new NetworkError("the import was not sent"));
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
