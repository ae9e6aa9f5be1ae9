import type { ShellHandle } from "@/lib/shell";
import { mayEnterHouse } from "@/trade/rules/staff";

/** Staff pages have a frame of their own. To others the site's shell says that there is no such page. */
export const houseFrame: ShellHandle = {
  ownFrame: (user, { houseId }) => mayEnterHouse(user, Number(houseId)),
};

export const adminFrame: ShellHandle = { ownFrame: ({ isAdmin }) => isAdmin };
