import { thousands } from "@/lib/format";

/** A filter's name with the number it finds. */
export function Counted({ label, count }: { label: string; count: number | undefined }) {
  return (
    <span>
      {label}
      {count !== undefined && <span className="num">, {thousands(count)}</span>}
    </span>
  );
}
