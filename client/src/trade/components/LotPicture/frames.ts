import type { Frame } from "@/trade/images";

/** Where pictures of lots stand, and the room they have there. It follows the style sheets of those places. */
export const frames = {
  /** In lines of lists and below a lot's picture. */
  thumb: { phone: ["64px", "64px"], wide: ["80px", "80px"] },
  /** In a grid: two columns on a phone, three to five on wider screens. */
  card: { phone: ["38vw", "48vw"], wide: ["min(25vw, 200px)", "min(31vw, 250px)"] },
  /** In a row that scrolls sideways. */
  rail: { phone: ["47vw", "59vw"], wide: ["min(25vw, 200px)", "min(31vw, 250px)"] },
  /** The first screen of the home page. */
  hero: { phone: ["100vw - 32px", "320px"], wide: ["min(55vw, 730px)", "464px"] },
  /** The lot's page. */
  stage: { phone: ["100vw - 32px", "276px"], wide: ["min(55vw, 680px)", "520px"] },
  /** The lot on the block, for bidders. */
  room: { phone: ["100vw - 32px", "38vh"], wide: ["100vw - 464px", "60vh"] },
  /** The same on a screen in the hall. */
  hall: { phone: ["100vw", "50vh"], wide: ["60vw", "75vh"] },
  /** The same for the auctioneer. */
  desk: { phone: ["156px", "176px"], wide: ["156px", "176px"] },
} satisfies Record<string, Frame>;

/** The viewer shows the picture as it was uploaded. */
export type PicturePlace = keyof typeof frames | "viewer";
