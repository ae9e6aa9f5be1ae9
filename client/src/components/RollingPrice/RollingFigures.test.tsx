import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import RollingFigures from "./RollingFigures";

// How long a figure takes to roll up is all that is asked of the animation here.
vi.mock("framer-motion/m", () => ({
  span: ({ children, transition }: { children: ReactNode; transition: { duration: number } }) => (
    <span data-testid="figure" data-duration={transition.duration}>
      {children}
    </span>
  ),
}));

let now = 0;
beforeEach(() => {
  now = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

const durations = () =>
  new Set(screen.getAllByTestId("figure").map((figure) => Number(figure.dataset.duration)));

it("a price that stood for a while rolls; one that follows within 0.6 s does not", () => {
  const { rerender } = render(<RollingFigures text="100" />);
  const pay = (text: string, after: number) => {
    now += after;
    rerender(<RollingFigures text={text} />);
  };
  pay("110", 600);
  expect(durations()).toEqual(new Set([0.2]));
  pay("120", 599);
  expect(durations()).toEqual(new Set([0]));
  // Each change begins the wait again.
  pay("130", 300);
  pay("140", 400);
  expect(durations()).toEqual(new Set([0]));
  pay("150", 700);
  expect(durations()).toEqual(new Set([0.2]));
  // The same price again is no change.
  pay("150", 100);
  expect(durations()).toEqual(new Set([0.2]));
});
