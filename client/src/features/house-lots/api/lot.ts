import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import { ApiError } from "@/lib/api/errors";
import type { Lot, Picture, PictureCut } from "@/lib/api/types";
import { sendFile } from "@/lib/api/uploads";
import { cellsBetween, type LotValues, serverField } from "../model/lotForm";
import { saveCells } from "./grid";

export const editedLotOptions = (id: number) =>
  queryOptions({
    queryKey: ["lot", id, "edited"],
    queryFn: ({ signal }) => call(api.GET("/api/lots/{id}", { params: { path: { id } }, signal })),
    staleTime: 0,
  });

export const readLot = (id: number) => call(api.GET("/api/lots/{id}", { params: { path: { id } } }));

/** Stores what differs from what was read. A refusal is shown at its fields. */
export async function saveLot(houseId: number, lot: Lot, values: LotValues): Promise<void> {
  const cells = cellsBetween(lot, values);
  if (cells.length === 0) return;
  const { refused, fault } = await saveCells(houseId, [{ lotId: lot.id, cells }]);
  if (fault) throw fault;
  if (refused.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const { field, message } of refused) {
    if (field) fields[serverField(field)] = [message];
  }
  const whole =
    refused.find(({ field }) => field === null)?.message ?? "Лот не сохранён: проверьте отмеченные поля";
  throw new ApiError(409, "not_saved", whole, null, fields);
}

export const createFullLot = (houseId: number, catalogId: number | null, values: LotValues) =>
  call(
    api.POST("/api/lots", {
      body: {
        houseId,
        catalogId,
        catalogLotId: values.number === "" ? null : Number(values.number),
        titleRu: values.title,
        author: values.author.map((name) => ({ name })),
        isAttributedAuthorship: values.isAttributed,
        categoryId: values.categoryId === null ? null : Number(values.categoryId),
        period: values.period,
        materials: values.materials,
        size: values.size,
        sourceCountryRu: values.country,
        weight: values.weight,
        descriptionRu: values.description,
        hidden: null,
        top: null,
        notes: values.notes,
        auctioneerNote: values.auctioneerNote,
        videoLinks: values.videos.split("\n").filter(Boolean),
        price: {
          start: Number(values.start || 0),
          reserve: values.reserve === "" ? null : Number(values.reserve),
          estimatedFrom: values.estimatedFrom === "" ? null : Number(values.estimatedFrom),
          estimatedTo: values.estimatedTo === "" ? null : Number(values.estimatedTo),
        },
      },
    }),
  );

/** Names of authors that resemble the typed one, best first. */
export const authorsOptions = (name: string) =>
  queryOptions({
    queryKey: ["authors", "like", name],
    queryFn: ({ signal }) => call(api.POST("/api/author", { body: { name }, signal })),
    enabled: name.trim().length >= 2,
    staleTime: 60_000,
  });

/** What the description says of author, title, period and size. */
export const readingOptions = (descriptionRu: string) =>
  queryOptions({
    queryKey: ["lots", "description", descriptionRu],
    queryFn: ({ signal }) => call(api.POST("/api/lots/description", { body: { descriptionRu }, signal })),
    enabled: descriptionRu.trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

export const addPicture = (id: number, file: File, onProgress: (part: number) => void) =>
  sendFile<Picture[]>(`/api/lots/${id}/images`, file, { onProgress });

export const orderPictures = (id: number, images: string[]) =>
  call(api.PUT("/api/lots/{id}/images", { params: { path: { id } }, body: { images } }));

export const removePicture = (id: number, imageId: string) =>
  call(api.DELETE("/api/lots/{id}/images/{imageId}", { params: { path: { id, imageId } } }));

const imagePath = (id: number, imageId: string) => ({ params: { path: { id, imageId } } });

export const describePicture = (id: number, imageId: string, alt: string) =>
  call(api.PUT("/api/lots/{id}/images/{imageId}/alt", { ...imagePath(id, imageId), body: { alt } }));

export const readCut = (id: number, imageId: string) =>
  call(api.GET("/api/lots/{id}/images/{imageId}/cut", imagePath(id, imageId)));

/** A picture as it was uploaded, and what is shown of it. */
export const cutOptions = (id: number, imageId: string) =>
  queryOptions({ queryKey: ["lot", id, "cut", imageId], queryFn: () => readCut(id, imageId), gcTime: 0 });

/** Shows another part of a picture. The result is another picture in its place. */
export const cutPicture = (id: number, imageId: string, body: PictureCut) =>
  call(api.PUT("/api/lots/{id}/images/{imageId}/cut", { ...imagePath(id, imageId), body }));
