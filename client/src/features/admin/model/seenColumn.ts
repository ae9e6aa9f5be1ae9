import type { AccountInfo } from "@/lib/api/types";
import { dayMonthTime } from "@/lib/format";
import type { StaffColumn } from "@/staff/table/StaffTable";

/** When an account was last on the site. */
export const seenColumn: StaffColumn<AccountInfo> = {
  id: "seen",
  title: "Последний визит (МСК)",
  sortable: "desc",
  width: 210,
  render: ({ lastSeen }) => (lastSeen ? dayMonthTime(lastSeen) : "Визитов не было"),
  value: ({ lastSeen }) => lastSeen,
};
