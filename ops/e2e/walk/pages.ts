// The pages that ./ops/screenshots opens. A page that is not here is not looked at.
import { ADMIN } from "./admin.ts";
import { DESK } from "./desk.ts";
import { HOUSE } from "./house.ts";
import type { Place } from "./place.ts";
import { PUBLIC } from "./public.ts";

export const PAGES: readonly Place[] = [...HOUSE, ...ADMIN, ...DESK, ...PUBLIC];
