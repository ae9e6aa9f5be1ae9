import { useState } from "react";

/** The number of messages since the chat was last in sight. The loaded history counts as read. */
export function useUnread(total: number, open: boolean): number {
  const [seen, setSeen] = useState<number | null>(null);
  const isRead = open || (seen === null && total > 0);
  if (isRead && seen !== total) setSeen(total);
  return isRead ? 0 : Math.max(0, total - (seen ?? total));
}
