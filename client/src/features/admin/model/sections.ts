import type { StaffSection } from "@/staff/frame/sections";

/** The sections of the admin area. */
export const adminSections: readonly (readonly StaffSection[])[] = [
  [{ to: "/admin/houses", label: "Дома", icon: "house", tab: "Дома" }],
];
