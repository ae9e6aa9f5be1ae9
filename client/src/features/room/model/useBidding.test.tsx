import { notifications } from "@mantine/notifications";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { makeFullLot, makeLeadingBet, makeUser } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { json, server, signIn } from "@/testing/server";
import { useBidding } from "./useBidding";

const ME = 5;
const RIVAL = 217;

const ledBy = (participant: number) =>
  makeFullLot({ myParticipant: ME, leadingBet: makeLeadingBet({ participant }) });

/** A room where the viewer's bet is broadcast before it is answered, and a rival's bet follows when `rival` is pressed. */
function Room() {
  const [leader, setLeader] = useState(RIVAL);
  const { bid } = useBidding(ledBy(leader));
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setLeader(ME);
          bid(190_000);
        }}
      >
        bid
      </button>
      <button type="button" onClick={() => setLeader(RIVAL)}>
        rival
      </button>
      <button type="button" onClick={() => bid(200_000)}>
        late
      </button>
    </>
  );
}

it("dismisses «Ставка принята» once a rival leads", async () => {
  signIn(makeUser());
  const hide = vi.spyOn(notifications, "hide");
  let answers = 0;
  server.use(
    http.post("*/api/trade/bet", () => {
      answers += 1;
      return json({ code: 0, message: "", lot: null, bet: null });
    }),
  );
  renderPart(<Room />);
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "bid" }));
  expect(await screen.findByText("Ставка принята")).toBeVisible();
  act(() => screen.getByRole("button", { name: "rival" }).click());
  await waitFor(() => expect(screen.queryByText("Ставка принята")).not.toBeInTheDocument());

  // The rival outbids before the next bet is answered.
  await person.click(screen.getByRole("button", { name: "late" }));
  await waitFor(() => expect(answers).toBe(2));
  await waitFor(() => expect(hide).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(screen.queryByText("Ставка принята")).not.toBeInTheDocument());
});
