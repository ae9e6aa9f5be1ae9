import { useParams } from "react-router";

/** Whose news a page edits. */
export interface Newsroom {
  /** null for the platform's own news. */
  houseId: number | null;
  /** The address of its list. */
  path: string;
}

/** The newsroom of the house in the address, or the platform's in the admin area. */
export function useNewsroom(): Newsroom {
  const { houseId } = useParams();
  return houseId === undefined
    ? { houseId: null, path: "/admin/news" }
    : { houseId: Number(houseId), path: `/house-account/${houseId}/news` };
}
