import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ImageOwner } from "@/lib/api/types";
import { SquarePicture } from "./SquarePicture";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const show = (owner: ImageOwner, id: string | null) =>
  render(<SquarePicture owner={owner} id={id} side={144} alt="Знак" fallback={<p>Без знака</p>} />);

function fail() {
  fireEvent.error(screen.getByRole("img"));
  act(() => vi.advanceTimersByTime(3_000));
  fireEvent.error(screen.getByRole("img"));
}

it("a picture that was not read does not look as if there were none", () => {
  show("house", "a");
  fail();
  expect(screen.getByText("Не загрузилось")).toBeVisible();
  expect(screen.queryByText("Без знака")).not.toBeInTheDocument();
});

it("in place of no picture stands what the page has for that", () => {
  show("house", null);
  expect(screen.getByText("Без знака")).toBeVisible();
});

it("a person's initials stand for a photo that was not read", () => {
  show("accounts", "a");
  fail();
  expect(screen.getByText("Без знака")).toBeVisible();
});
