import { encode } from "uqr";

/** A QR code, drawn dark on white in every theme, so that each camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text);
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={208} height={208}>
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
