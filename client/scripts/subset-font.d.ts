declare module "subset-font" {
  /** The font with only the characters of `text` and what these OpenType features need. An axis is limited to its range. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: "woff2";
      keepFeatures: string[];
      variationAxes?: Record<string, { min: number; max: number }>;
    },
  ): Promise<Uint8Array>;
}
