import { SegmentedControl } from "@mantine/core";
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderPart } from "@/testing/render";
import { useChosenInView } from "./useChosenInView";

const NAMES = ["Новые", "Отвеченные", "Отказанные", "Все"];
/** The row is as wide as three of its choices. */
const WIDTH = 100;

afterEach(() => vi.restoreAllMocks());

/** Lays the choices out in a row. */
function layOut() {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function rect(this: Element) {
    const at = NAMES.indexOf(this.textContent ?? "");
    return at < 0 ? new DOMRect(0, 0, 3 * WIDTH, 48) : new DOMRect(at * WIDTH, 0, WIDTH, 48);
  });
}

function Links({ chosen }: { chosen: string }) {
  const row = useChosenInView<HTMLElement>(chosen);
  return (
    <nav ref={row}>
      {NAMES.map((name) => (
        <a key={name} href={`/${name}`} aria-current={name === chosen ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

function Segments({ chosen }: { chosen: string }) {
  const row = useChosenInView(chosen);
  return <SegmentedControl ref={row} data={NAMES} value={chosen} />;
}

it.each([
  ["Отвеченные", 0],
  ["Отказанные", WIDTH],
  ["Все", 2 * WIDTH],
])("a row of links or choices scrolls to «%s»", async (chosen, scrolled) => {
  layOut();
  const { unmount } = renderPart(<Links chosen={chosen} />);
  expect((await screen.findByRole("navigation")).scrollLeft).toBe(scrolled);
  unmount();
  renderPart(<Segments chosen={chosen} />);
  expect((await screen.findByRole("radiogroup")).scrollLeft).toBe(scrolled);
});
