import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Dialog } from "@/components/Dialog/Dialog";
import { makeFullLot, makeUser } from "@/testing/factories";
import { serveLot } from "@/testing/lot";
import { renderPart } from "@/testing/render";
import { signIn } from "@/testing/server";
import { LotActionsContext } from "@/trade/bidding/LotActions";
import { emptyBoard } from "@/trade/notices/noticeBoard";
import { NoticeBoard } from "./NoticeBoard";

/** Where the parts of the page stand, by what they are called. */
let tops: Record<string, number> = {};

beforeEach(() => {
  tops = {};
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function rect(this: Element) {
    const name = this.getAttribute("aria-label") ?? this.textContent ?? "";
    const top = tops[name];
    const [width, height] = top === undefined ? [0, 0] : [300, name === "Сообщения" ? 100 : 40];
    return { left: 0, right: width, top: top ?? 0, bottom: (top ?? 0) + height, width, height } as DOMRect;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const board = {
  ...emptyBoard(3),
  shown: [
    { id: 1, subject: "Аукцион начался", text: "«Пейзаж»", news: null, lotId: null, lot: null, place: null },
  ],
};

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Открыть
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Ставка">
        <button type="button" onClick={() => setOpened(false)}>
          Готово
        </button>
      </Dialog>
      <NoticeBoard board={board} onGone={() => undefined} onDismiss={() => undefined} />
    </>
  );
}

const notices = () => screen.getByRole("region", { name: "Сообщения", hidden: true });

it("stands clear again once the screen has turned", () => {
  tops = { Сообщения: 64, Открыть: 400 };
  renderPart(<Page />);
  expect(notices().style.top).toBe("");
  tops = { Сообщения: 64, Открыть: 80 };
  // A phone's browser changes the height while the page scrolls.
  act(() => void window.dispatchEvent(new Event("resize")));
  expect(notices().style.top).toBe("");
  vi.stubGlobal("innerWidth", 844);
  act(() => void window.dispatchEvent(new Event("resize")));
  expect(notices().style.top).toBe("124px");
});

it("stands clear of a dialog while it is open", async () => {
  const person = userEvent.setup();
  tops = { Сообщения: 64, Открыть: 80, Готово: 150 };
  renderPart(<Page />);
  expect(notices().style.top).toBe("124px");
  await person.click(screen.getByRole("button", { name: "Открыть" }));
  await screen.findByRole("dialog");
  await waitFor(() => expect(notices().style.top).toBe("46px"));
  await person.click(screen.getByRole("button", { name: "Готово" }));
  await waitFor(() => expect(notices().style.top).toBe("124px"));
});

it.each([
  [50_000, true],
  [5_000, false],
])("offers to bid again up to the viewer's limit, with a minimum of %i", async (minBet, isBeyond) => {
  signIn(makeUser({ acceptedInHouseIds: [1] }));
  const lot = makeFullLot();
  serveLot(lot);
  const beaten = { ...lot, price: { ...lot.price, minBet } };
  const notice = {
    id: 1,
    subject: "Ваша ставка перебита",
    text: "…",
    news: "outbid",
    lotId: lot.id,
    place: null,
  } as const;
  renderPart(
    <LotActionsContext value={{ bet: () => undefined }}>
      <NoticeBoard
        board={{ ...emptyBoard(3), shown: [{ ...notice, lot: beaten }] }}
        onGone={() => undefined}
        onDismiss={() => undefined}
      />
    </LotActionsContext>,
  );
  expect(await screen.findByRole("link", { name: "К лоту" })).toBeVisible();
  await waitFor(() =>
    expect(screen.queryAllByRole("button", { name: /^Сделать ставку/ })).toHaveLength(isBeyond ? 0 : 1),
  );
});
