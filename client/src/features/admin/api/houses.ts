import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";
import type { GalleryType, HouseRequest } from "@/lib/api/types";
import { everyPage } from "@/staff/table/everyPage";

const housesKey = ["houses", "admin"] as const;

/** All houses of the site, by name. */
export const housesOptions = () =>
  queryOptions({
    queryKey: housesKey,
    queryFn: ({ signal }) =>
      everyPage((pageNumber) =>
        call(
          api.GET("/api/house", { params: { query: { kind: "all", pageNumber, pageSize: 100 } }, signal }),
        ),
      ),
    staleTime: 60_000,
  });

/** A house with all its details. */
export const houseDetailsOptions = (id: number) =>
  queryOptions({
    queryKey: [...housesKey, id],
    queryFn: ({ signal }) => call(api.GET("/api/house/{id}", { params: { path: { id } }, signal })),
  });

/** A change of a house, after which all lists with houses are read again. */
function useHouseChange<T, R>(mutationFn: (values: T) => Promise<R>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { ownErrors },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["houses"] });
      await client.invalidateQueries({ queryKey: ["house"] });
    },
  });
}

export const useSaveHouse = () =>
  useHouseChange((body: HouseRequest) => call(api.POST("/api/house", { body })), true);

/** Sets the kind of a house's gallery. Everything else is saved as it is now, not as this page has it. */
export const useGalleryType = () =>
  useHouseChange(async ({ id, galleryType }: { id: number; galleryType: GalleryType | null }) => {
    const house = await call(api.GET("/api/house/{id}", { params: { path: { id } } }));
    return call(
      api.POST("/api/house", {
        body: {
          id,
          nameRu: house.nameRu,
          descriptionRu: house.descriptionRu,
          address: house.address,
          email: house.email,
          phone: house.phone,
          site: house.site,
          whatsupPhone: house.whatsupPhone,
          paymentAndDelivery: house.paymentAndDelivery,
          stepsTable: house.stepsTable,
          galleryType,
        },
      }),
    );
  });

export const useDeleteHouse = () =>
  useHouseChange((id: number) => call(api.DELETE("/api/house/{id}", { params: { path: { id } } })));

export type HouseSwitch = "gallery" | "storage" | "postauction";

const paths = {
  gallery: ["/api/house/{id}/gallery/enable", "/api/house/{id}/gallery/disable"],
  storage: ["/api/house/{id}/storage/enable", "/api/house/{id}/storage/disable"],
  postauction: ["/api/house/{id}/postauction/enable", "/api/house/{id}/postauction/disable"],
} as const;

/** Switches a section of a house on or off. */
export const useHouseSwitch = () =>
  useHouseChange(({ id, section, on }: { id: number; section: HouseSwitch; on: boolean }) =>
    call(api.POST(paths[section][on ? 0 : 1], { params: { path: { id } } })),
  );
