import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPart } from "@/testing/render";
import { STEADY_MS } from "@/trade/bidding/useSteady";
import type { Position } from "@/trade/rules/position";
import type { Chosen } from "../model/useBidding";
import { BidBar } from "./BidBar";

/** Prices are written with no-break spaces; accessible names keep them. */
const money = (text: string) => text.replace(/(?<=\d) (?=[\d₽])/g, "\u00a0");

let now = 0;
beforeEach(() => {
  now = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const OPTIONS = [100, 110, 120, 130, 140];
const RAISED = [150, 160, 170, 180, 190];

type SetUp = Partial<
  Pick<
    ComponentProps<typeof BidBar>,
    "closed" | "total" | "outcome" | "next" | "position" | "detail" | "onAbsentee" | "onOwn"
  >
>;

function setUp({ closed = null, total = (value) => `с комиссией ${value}`, ...more }: SetUp = {}) {
  const sent: number[] = [];
  let stand: (position: Position) => void = () => undefined;
  function Bar() {
    const [position, setPosition] = useState(more.position ?? "none");
    stand = (next) => act(() => setPosition(next));
    const [chosen, setChosen] = useState<Chosen | null>(null);
    const [options, setOptions] = useState(OPTIONS);
    return (
      <>
        <BidBar
          currency={0}
          options={options}
          limit={null}
          outcome={null}
          raise={null}
          next={null}
          detail=""
          closed={closed}
          ordersClosed={null}
          onAbsentee={closed === null ? undefined : () => sent.push(0)}
          pending={null}
          offline={null}
          chosen={chosen}
          onChoose={setChosen}
          total={total}
          onBid={(value) => sent.push(value)}
          {...more}
          position={position}
        />
        <button type="button" onClick={() => setOptions(RAISED)}>
          rival
        </button>
      </>
    );
  }
  renderPart(<Bar />);
  const bar = within(screen.getByRole("region", { name: "Ставка" }));
  now += STEADY_MS;
  return { sent, bar, person: userEvent.setup(), stand: (position: Position) => stand(position) };
}

it("one tap bets the minimum", async () => {
  const { sent, bar, person } = setUp();
  await person.click(bar.getByRole("button", { name: /СДЕЛАТЬ СТАВКУ/ }));
  expect(sent).toEqual([100]);
});

it("the button says what its bet costs with the commission, where one is charged", () => {
  expect(setUp().bar.getByText("СДЕЛАТЬ СТАВКУ · с комиссией 100")).toBeVisible();
  cleanup();
  expect(setUp({ total: () => null }).bar.getByText("СДЕЛАТЬ СТАВКУ")).toBeVisible();
});

it("an amount from the list is filled in, and sent only when it is confirmed", async () => {
  const { sent, bar, person } = setUp();
  await person.click(bar.getByRole("button", { name: "Другая сумма" }));
  await person.click(await screen.findByRole("menuitem", { name: money("140 ₽") }));
  const confirm = await bar.findByRole("button", { name: /140.*ПОДТВЕРДИТЬ СТАВКУ/ });
  expect(sent).toEqual([]);
  expect(confirm).toHaveFocus();
  now += STEADY_MS;
  await person.click(confirm);
  expect(sent).toEqual([140]);
});

it("an amount from the list can be put back", async () => {
  const { sent, bar, person } = setUp();
  await person.click(bar.getByRole("button", { name: "Другая сумма" }));
  await person.click(await screen.findByRole("menuitem", { name: money("130 ₽") }));
  await person.click(await bar.findByRole("button", { name: "Не надо" }));
  expect(await bar.findByRole("button", { name: /100.*СДЕЛАТЬ СТАВКУ/ })).toBeEnabled();
  expect(sent).toEqual([]);
});

it("an amount that changed right before the tap is asked about, and a second tap in haste does not confirm it", async () => {
  const { sent, bar, person } = setUp();
  await person.click(screen.getByRole("button", { name: "rival" }));
  now += STEADY_MS - 1;
  await person.click(await bar.findByRole("button", { name: /150.*СДЕЛАТЬ СТАВКУ/ }));
  expect(sent).toEqual([]);
  const confirm = await bar.findByRole("button", { name: /150.*ПОДТВЕРДИТЬ СТАВКУ/ });
  expect(bar.getByText("Сумма только что изменилась, подтвердите её")).toBeInTheDocument();
  await person.click(confirm);
  expect(sent).toEqual([]);
  now += STEADY_MS;
  await person.click(confirm);
  expect(sent).toEqual([150]);
});

it("an amount that has stood for a while is bet at once", async () => {
  const { sent, bar, person } = setUp();
  await person.click(screen.getByRole("button", { name: "rival" }));
  now += STEADY_MS;
  await person.click(await bar.findByRole("button", { name: /150.*СДЕЛАТЬ СТАВКУ/ }));
  expect(sent).toEqual([150]);
});

it("a pause of the sale stops bets, not absentee ones", async () => {
  const { sent, bar, person } = setUp({ closed: "Торги на паузе" });
  expect(bar.getByRole("button", { name: /100/ })).toBeDisabled();
  await person.click(bar.getByRole("button", { name: "Заочная ставка" }));
  expect(sent).toEqual([0]);
});

it("lists the absentee bet and a custom amount first under «Другая сумма»", async () => {
  const onAbsentee = vi.fn();
  const onOwn = vi.fn();
  const { sent, bar, person } = setUp({ onAbsentee, onOwn });
  await person.click(bar.getByRole("button", { name: "Другая сумма" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "Заочная ставка",
    "Своя сумма",
    money("130 ₽"),
    money("140 ₽"),
  ]);
  await person.click(screen.getByRole("menuitem", { name: "Своя сумма" }));
  expect(onOwn).toHaveBeenCalledOnce();
  await person.click(bar.getByRole("button", { name: "Другая сумма" }));
  await person.click(await screen.findByRole("menuitem", { name: "Заочная ставка" }));
  expect(onAbsentee).toHaveBeenCalledOnce();
  expect(sent).toEqual([]);
});

const OVER = "Торги по лоту окончены";

it("shows the outcome once and the next lot after the hammer, without buttons", () => {
  const outcome = money("Продан участнику 7 за 210 000 ₽");
  const next = "Далее: лот 11, Оттепель";
  const { bar } = setUp({ closed: OVER, outcome, next, position: "outbid", detail: "Лидирует Участник 7" });
  expect(bar.getByRole("status")).toHaveTextContent(`Продан участнику 7 за 210 000 ₽${next}`);
  expect(bar.queryByRole("button")).not.toBeInTheDocument();
  expect(bar.queryByRole("link")).not.toBeInTheDocument();
  expect(bar.queryByText(OVER)).not.toBeInTheDocument();
});

it("shows the winner the amount due, with a link", () => {
  const outcome = "Ваша ставка победила";
  const { bar } = setUp({ closed: OVER, outcome, position: "won", detail: "К оплате с комиссией 241 500 ₽" });
  expect(bar.getByRole("status")).toHaveTextContent("Ваша ставка победилаК оплате с комиссией 241 500 ₽");
  expect(bar.getByRole("link", { name: "Что дальше" })).toHaveAttribute("href", "/account?state=won");
  expect(bar.queryByRole("button")).not.toBeInTheDocument();
});

describe("from the keyboard", () => {
  it.each([
    ["the large one", 0],
    ["the one beside it", 1],
  ])("keeps the focus in the bar when the bet of %s leads, and does not move it back", (_name, at) => {
    const { bar, stand } = setUp();
    const region = screen.getByRole("region", { name: "Ставка" });
    const button = bar.getAllByRole("button")[at];
    if (!button) throw new Error("no bid button");
    // jsdom does not tell how the focus came.
    vi.spyOn(button, "matches").mockReturnValue(true);
    act(() => button.focus());
    stand("leading");
    expect(button).toBeDisabled();
    expect(region).toHaveFocus();
    stand("outbid");
    expect(button).toBeEnabled();
    expect(region).toHaveFocus();
  });

  it("a held key does not confirm what it has chosen", () => {
    const { bar } = setUp();
    const [main] = bar.getAllByRole("button");
    expect(main && fireEvent.keyDown(main, { key: "Enter" })).toBe(true);
    expect(main && fireEvent.keyDown(main, { key: "Enter", repeat: true })).toBe(false);
  });
});
