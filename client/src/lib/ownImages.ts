import { useEffect, useState } from "react";
import { toApiError } from "./api/errors";
import { readToken } from "./auth/token";

/** A picture that only some may see, as drafts' are: an `img` sends no token, so it is fetched. */
export async function fetchImage(src: string, signal?: AbortSignal): Promise<Blob> {
  const token = readToken();
  const response = await fetch(src, { headers: token ? { "X-Token": token } : {}, signal });
  if (!response.ok) throw toApiError(response, null);
  return response.blob();
}

/**
 * The address to show a picture from: its own, and after `onError` one of this page's, if the picture is one that only
 * the user may see.
 */
export function useOwnImage(src: string): { src: string; onError: () => void } {
  const [refused, setRefused] = useState<string | null>(null);
  const [own, setOwn] = useState<{ of: string; url: string } | null>(null);
  useEffect(() => {
    if (refused !== src) return;
    const stop = new AbortController();
    let url: string | null = null;
    fetchImage(src, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setOwn({ of: src, url });
      },
      // The sign of a broken picture stays.
      () => undefined,
    );
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [src, refused]);
  return { src: own?.of === src ? own.url : src, onError: () => setRefused(src) };
}
