import { price } from "@/lib/format";
import { Standing } from "@/trade/components/Standing/Standing";

interface OverbetProps {
  /** The server's words. */
  text: string;
  minimum: number;
  currency: number;
}

/** A rival's absentee bet has answered the bet at once. */
export function Overbet({ text, minimum, currency }: OverbetProps) {
  return (
    <Standing
      tone="outbid"
      icon="warn"
      title={text}
      detail={`Можно поставить от ${price(minimum, currency)}`}
    />
  );
}
