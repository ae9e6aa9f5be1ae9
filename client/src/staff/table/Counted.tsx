import { thousands } from "@/lib/format";

/** A filter's name with the number it finds. On a phone there is no room for the number. */
export function Counted({ label, count }: { label: string; count: number | undefined }) {
  return (
    <span>
      {label}
      {count !== undefined && <span className="only-wide num">, {thousands(count)}</span>}
    </span>
  );
}
