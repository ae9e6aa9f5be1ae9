import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { ArtistMerge, ArtistRequest, ArtistSort } from "@/lib/api/types";
import { sendFile } from "@/lib/api/uploads";

const artistsKey = ["artists"] as const;

export const ARTIST_SORTS: readonly ArtistSort[] = ["name", "-name", "lots", "-lots"];

export const readArtists = (
  query: string,
  sort: ArtistSort | undefined,
  pageNumber: number,
  pageSize: number,
  signal?: AbortSignal,
) =>
  call(
    api.POST("/api/artists/search", {
      params: { query: { sort, pageNumber, pageSize } },
      body: { query },
      signal,
    }),
  );

/** A page of artists: by name, or those whose names resemble the query, best first unless sorted. */
export const artistsOptions = (query: string, sort: ArtistSort | undefined, page: number) =>
  queryOptions({
    queryKey: [...artistsKey, "search", { query, sort, page }],
    queryFn: ({ signal }) => readArtists(query, sort, page, 25, signal),
    placeholderData: keepPreviousData,
  });

/** One artist with the biography. */
export const artistOptions = (id: number) =>
  queryOptions({
    queryKey: [...artistsKey, id],
    queryFn: ({ signal }) => call(api.GET("/api/artists/{id}", { params: { path: { id } }, signal })),
  });

/** A change of artists, after which they and the lots that name them are read again. */
function useArtistChange<T, R>(mutationFn: (values: T) => Promise<R>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { ownErrors },
    // A change of several calls may have failed half way.
    onSettled: () => client.invalidateQueries({ queryKey: artistsKey }),
  });
}

export const useSaveArtist = () =>
  useArtistChange((body: ArtistRequest) => call(api.POST("/api/artists", { body })), true);

export const useDeleteArtist = () =>
  useArtistChange((id: number) => call(api.DELETE("/api/artists/{id}", { params: { path: { id } } })));

/** Merges `otherId` into `id`. */
export const useMergeArtists = () =>
  useArtistChange(
    ({ id, ...body }: ArtistMerge & { id: number }) =>
      call(api.POST("/api/artists/{id}/merge", { params: { path: { id } }, body })),
    true,
  );

interface AddPictures {
  files: readonly File[];
  /** Called with the file on its way, and the part of it that has arrived. */
  onProgress: (file: File, part: number) => void;
}

/** Adds pictures one after another, so that they keep the order in which they were chosen. */
export const useAddPictures = (id: number) =>
  useArtistChange(async ({ files, onProgress }: AddPictures) => {
    for (const file of files) {
      onProgress(file, 0);
      await sendFile(`/api/artists/${id}/images`, file, { onProgress: (part) => onProgress(file, part) });
    }
  });

export const useRemovePicture = (id: number) =>
  useArtistChange((imageId: string) =>
    call(api.DELETE("/api/artists/{id}/images", { params: { path: { id }, query: { imageId } } })),
  );
