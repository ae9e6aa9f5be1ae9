import { api, call } from "@/lib/api/client";
import type { HouseExport } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { moscow } from "@/lib/format";
import { download, XLSX } from "../table/csv";

/**
 * Saves a house's list of people as a spreadsheet. The server makes it: it journals who took which people's data.
 * `title` begins the file's name.
 */
export async function exportHouseList(houseId: number, title: string, query: HouseExport): Promise<void> {
  const params = { path: { id: houseId }, query };
  const file: unknown = await call(api.POST("/api/house/{id}/export", { params, parseAs: "blob" }));
  download(`${title} ${moscow(serverNow()).slice(0, 10)}.xlsx`, file as Blob, XLSX);
}
