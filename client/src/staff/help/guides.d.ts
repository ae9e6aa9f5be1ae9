/** A guide of `docs/`, compiled by `scripts/guides.ts`. */
declare module "@docs/guide-*" {
  export const title: string;
  /** The headings below the title, in order. */
  export const headings: readonly { id: string; text: string; depth: number }[];
  export const html: string;
}
