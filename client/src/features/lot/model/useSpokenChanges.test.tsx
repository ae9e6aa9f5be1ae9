import { render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeFullLot } from "@/testing/factories";
import { useSpokenChanges } from "./useSpokenChanges";

function Spoken({ end }: { end: string | null }) {
  useSpokenChanges(makeFullLot({ endTradeTime: end }), null);
  return null;
}

it("says that a lot is extended, not that it has opened", async () => {
  const { rerender } = render(<Spoken end={null} />);
  rerender(<Spoken end="2026-11-26T18:00:00Z" />);
  await new Promise(requestAnimationFrame);
  expect(screen.queryByText(/Торги продлены/)).not.toBeInTheDocument();
  rerender(<Spoken end="2026-11-26T18:05:00Z" />);
  await waitFor(() => expect(screen.getByText(/^Торги продлены до 21:05/)).toBeInTheDocument());
});
