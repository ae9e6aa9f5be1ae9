import type { AccountInfo } from "@/lib/api/types";
import { dayMonthTime } from "@/lib/format";
import type { StaffColumn } from "@/staff/table/StaffTable";

/** When an account was last on the site. */
export const seenColumn: StaffColumn<AccountInfo> = {
  id: "seen",
  title: "Был на сайте (МСК)",
  sortable: "desc",
  width: 210,
  render: ({ lastSeen }) => (lastSeen ? dayMonthTime(lastSeen) : "Ещё не был"),
  value: ({ lastSeen }) => lastSeen,
};
