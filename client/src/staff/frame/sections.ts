import type { IconName } from "@/components/Icon/Icon";

/** An entry of the side navigation. */
export interface StaffSection {
  to: string;
  label: string;
  icon: IconName;
  /** How many things are there; hidden when 0. */
  count?: number;
  /** Whether someone waits for an answer; the phone's tab bar then shows the count too. */
  waits?: boolean;
  /** The short label that puts it into the phone's tab bar, which has room for four. */
  tab?: string;
}

/** A sale that runs now, at the foot of the side navigation. */
export interface RunningSale {
  id: number;
  title: string;
  /** Where it is: «лот 48 из 214». */
  place: string;
  to: string;
}
