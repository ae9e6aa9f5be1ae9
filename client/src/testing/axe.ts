import axe from "axe-core";
import { expect } from "vitest";

/** Expects no axe violations of WCAG 2.0 to 2.2 A and AA. The browser tests check contrast. */
export async function expectAccessible(container: Element): Promise<void> {
  const { violations } = await axe.run(container, {
    runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
    // The second is off unless asked for, since it is new.
    rules: { "color-contrast": { enabled: false }, "label-content-name-mismatch": { enabled: true } },
  });
  const found = violations.map((v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => `  ${n.html}`).join("\n")}`);
  expect(found).toEqual([]);
}
