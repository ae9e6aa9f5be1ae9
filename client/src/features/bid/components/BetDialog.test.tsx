import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BetAnswer, Lot, PlaceBet } from "@/lib/api/types";
import { observeServerTime } from "@/lib/clock";
import { expectAccessible } from "@/testing/axe";
import { at, makeFullCatalog, makeFullLot, makeLeadingBet, makeUser, NOW } from "@/testing/factories";
import { makeBet, makeOrder, serveLot, updateOf } from "@/testing/lot";
import { renderApp, renderPart } from "@/testing/render";
import { json, problem, server, signIn, world } from "@/testing/server";
import { socketOf } from "@/testing/socket";
import { STEADY_MS } from "@/trade/bidding/useSteady";
import { LotState } from "@/trade/enums";
import { BetForm } from "./BetForm";

const trusted = makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] });
const accepted = makeUser({ acceptedInHouseIds: [1] });

/** Prices are written with no-break spaces; accessible names and values keep them. */
const money = (text: string) => text.replace(/(?<=\d) (?=[\d₽])/g, "\u00a0");

afterEach(() => {
  vi.useRealTimers();
});

/** A rival bets close to a million, and the house revokes it. */
function betAndTakeBack(lot: Lot) {
  const revoked = { version: lot.version + 2 };
  const bet = { minBet: 1_000_000, price: { ...updateOf(lot).price, value: 909_000 } };
  act(() => socketOf("/Chat").push("LotUpdate", updateOf(lot, bet)));
  expect(screen.queryByRole("heading", { name: "Проверьте сумму" })).not.toBeInTheDocument();
  act(() => socketOf("/Chat").push("LotUpdate", updateOf(lot, revoked)));
}

interface Sent {
  bet: PlaceBet;
  key: string | null;
}

/** Opens the lot and presses its bid button; returns the dialog. */
async function openDialog(lot: Lot = makeFullLot(), { user = trusted, isImported = false } = {}) {
  observeServerTime(NOW, Date.now(), Date.now());
  signIn(user);
  const held = serveLot(lot, { orders: [makeOrder()], isImported });
  const person = userEvent.setup();
  const rendered = renderApp(`/lot/${lot.id}/rassvet-na-volge`);
  const page = within(await screen.findByRole("region", { name: "Лот" }));
  await person.click(await page.findByRole("button", { name: "СДЕЛАТЬ СТАВКУ" }));
  const dialog = within(await screen.findByRole("dialog"));
  return { ...rendered, person, held, page, dialog };
}

const field = (dialog: ReturnType<typeof within>) => dialog.findByRole("textbox", { name: "Ваша ставка" });
const confirmButton = (dialog: ReturnType<typeof within>, amount = "202 400 ₽") =>
  dialog.findByRole("button", { name: money(`Подтвердить ставку ${amount}`) });

function answerWith(answers: (Partial<BetAnswer> | (() => Response | Promise<Response>))[]): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post("*/api/trade/bet", async ({ request }) => {
      sent.push({ bet: (await request.json()) as PlaceBet, key: request.headers.get("Idempotency-Key") });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (typeof answer === "function") return answer();
      return json({ codeSet: "bet", code: 0, message: "", bet: null, lot: null, ...answer });
    }),
  );
  return sent;
}

describe("a bet", () => {
  it("is sent with the amount and a key, and makes its bettor the leader", async () => {
    const lot = makeFullLot();
    const { person, dialog, page } = await openDialog(lot);
    const leading = makeLeadingBet({ id: 9, value: 202_400, participant: 3 });
    const update = updateOf(lot, {
      leadingBet: leading,
      minBet: 222_640,
      price: { start: 120_000, value: 202_400, reservePriceState: null, currency: 0 },
    });
    const sent = answerWith([
      { bet: makeBet({ value: 202_400, userId: 7, participant: 3, isMine: true }), lot: update },
    ]);
    // The page reloads the lot after a bet, and the server knows the bet by then.
    server.use(
      http.get("*/api/lots/:id", () =>
        json({
          ...lot,
          version: update.version,
          leadingBet: leading,
          myLastBet: 202_400,
          myParticipant: 3,
          price: { ...lot.price, value: 202_400, minBet: 222_640 },
        }),
      ),
    );
    await person.click(await confirmButton(dialog));
    expect(await screen.findByText("Ставка принята")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await page.findByText("Вы лидируете")).toBeInTheDocument();
    expect(sent).toEqual([
      {
        bet: { catalogId: 11, lotId: 12, betValue: 202_400, FromUserId: null },
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  it("says «ОТПРАВЛЯЕТСЯ» until it is answered, and is sent once however often it is pressed", async () => {
    const lot = makeFullLot();
    const { person, dialog } = await openDialog(lot);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const sent = answerWith([
      async () => {
        await held;
        return json({ codeSet: "bet", code: 0, message: "", bet: null, lot: null });
      },
    ]);
    await person.click(await confirmButton(dialog));
    const pending = await dialog.findByRole("button", { name: "ОТПРАВЛЯЕТСЯ" });
    await person.click(pending);
    expect(screen.queryByText("Вы лидируете")).not.toBeInTheDocument();
    // The room may tell of the bet before the answer comes.
    act(() => socketOf("/Chat").push("LotUpdate", updateOf(lot, { minBet: 222_700 })));
    expect(dialog.getByRole("button", { name: "ОТПРАВЛЯЕТСЯ" })).toBeVisible();
    expect(dialog.queryByText("Ставка ниже минимальной")).not.toBeInTheDocument();
    answer();
    expect(await screen.findByText("Ставка принята")).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it.each([
    [1, "На этот лот принята другая ставка"],
    [2, "Торги окончены"],
    [3, "Лот не найден"],
    [4, "Аукцион не найден"],
    [5, "В настоящее время лот не участвует в классическом аукционе"],
    [6, "Ставка должна быть кратна 10"],
    [7, "Ставка ниже минимальной"],
    [8, "Состояние лота не подходит для торговли"],
    [9, "Время торгов по лоту не истекло"],
    [10, "Торги в каталоге завершены"],
    [11, "Ставка превышает допустимый лимит (5000 руб)"],
    [13, "Повторная ставка от того же самого пользователя"],
  ])("that is refused with code %i says why at the field", async (code, message) => {
    const { person, dialog } = await openDialog();
    answerWith([{ code, message }]);
    await person.click(await confirmButton(dialog));
    expect(await dialog.findByRole("alert")).toHaveTextContent(message);
    expect(await field(dialog)).toHaveAccessibleDescription(expect.stringContaining(message));
  });

  it("of an unknown code is refused as well", async () => {
    const { person, dialog } = await openDialog();
    answerWith([{ code: 99, message: "" }]);
    await person.click(await confirmButton(dialog));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Неизвестная ошибка");
  });

  it("that an absentee bet overtakes at once is said to be, with the new minimum", async () => {
    const lot = makeFullLot();
    const { person, dialog, held } = await openDialog(lot);
    const price = { start: 120_000, value: 222_640, reservePriceState: null, currency: 0 };
    const update = updateOf(lot, { minBet: 244_910, price });
    held.lot = {
      ...lot,
      version: update.version,
      myLastBet: 202_400,
      price: { ...lot.price, value: 222_640, minBet: 244_910 },
    };
    answerWith([{ code: 12, message: "Ставка перекрыта заочной ставкой", lot: update }]);
    await person.click(await confirmButton(dialog));
    expect(await dialog.findByText("Ставка перекрыта заочной ставкой")).toBeInTheDocument();
    expect(dialog.getByText("Можно поставить от 244 910 ₽")).toBeInTheDocument();
    expect(await confirmButton(dialog, "244 910 ₽")).toBeEnabled();
  });

  it("without an answer keeps its key, so that sending it again places it once", {
    timeout: 60_000,
  }, async () => {
    const { person, dialog } = await openDialog();
    const sent = answerWith([() => HttpResponse.error()]);
    await person.click(await confirmButton(dialog));
    // The bet is sent again for sixteen seconds first.
    expect(await dialog.findByRole("alert", {}, { timeout: 40_000 })).toHaveTextContent("сервер не ответил");
    const tries = sent.length;
    const again: Sent[] = answerWith([{ code: 0 }]);
    await person.click(await confirmButton(dialog));
    expect(await screen.findByText("Ставка принята")).toBeInTheDocument();
    expect(tries).toBeGreaterThan(1);
    expect(new Set([...sent, ...again].map(({ key }) => key)).size).toBe(1);
  });

  it("after a refusal has a key of its own", async () => {
    const { person, dialog } = await openDialog();
    const sent = answerWith([{ code: 8, message: "Состояние лота не подходит для торговли" }, { code: 0 }]);
    await person.click(await confirmButton(dialog));
    await dialog.findByRole("alert");
    await person.click(await confirmButton(dialog));
    expect(await screen.findByText("Ставка принята")).toBeInTheDocument();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it("of a bidder the house has not accepted is refused with the server's words", async () => {
    const { person, dialog } = await openDialog();
    answerWith([() => problem(401, { title: "not_registered_in_house" })]);
    await person.click(await confirmButton(dialog));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Для совершения ставки необходимо зарегистрироваться в аукционном доме",
    );
  });

  it("of a bidder whose session has ended goes on after the login", async () => {
    const { person, dialog } = await openDialog();
    answerWith([() => problem(401, { title: "not_authenticated" })]);
    await person.click(await confirmButton(dialog));
    expect(await screen.findByText(/После входа вернёмся к ставке 202 400 ₽ на лот 12/)).toBeInTheDocument();
  });
});

describe("the amount", () => {
  it("takes digits alone, and says what is wrong with it in words", async () => {
    const { person, dialog } = await openDialog();
    const input = await field(dialog);
    await person.clear(input);
    await person.type(input, "2а0б2 405");
    expect(input).toHaveValue(money("202 405 ₽"));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Ставка должна быть кратна 10");
    expect(dialog.getByText("Ближайшие суммы")).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Подтвердить ставку" })).toBeDisabled();
    await person.click(dialog.getByRole("button", { name: money("222 400 ₽") }));
    expect(await confirmButton(dialog, "222 400 ₽")).toBeEnabled();
  });

  it("is replaced by the first digits typed: what was filled in is selected", async () => {
    const { person, dialog } = await openDialog(
      makeFullLot({ price: { ...makeFullLot().price, minBet: 70_000 } }),
    );
    const input = (await field(dialog)) as HTMLInputElement;
    await waitFor(() => expect(input.selectionEnd).toBe(input.value.length));
    expect(input.selectionStart).toBe(0);
    await person.keyboard("85000");
    expect(input).toHaveValue(money("85 000 ₽"));
  });

  it("shows the commission and the total", async () => {
    const { dialog } = await openDialog();
    await confirmButton(dialog);
    expect(dialog.getByText("Комиссия дома, 15 %")).toBeInTheDocument();
    expect(dialog.getByText("232 760 ₽")).toBeInTheDocument();
  });

  it("many times the minimum is asked about before it is sent", async () => {
    const { person, dialog } = await openDialog();
    const sent = answerWith([{ code: 0 }]);
    const input = await field(dialog);
    await person.clear(input);
    await person.type(input, "2226400");
    await person.click(await confirmButton(dialog, "2 226 400 ₽"));
    expect(await screen.findByRole("heading", { name: "Проверьте сумму" })).toBeInTheDocument();
    expect(dialog.getByText("В 12 раз выше текущей ставки")).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Изменить сумму" })).toHaveFocus();
    await person.click(dialog.getByRole("button", { name: "Изменить сумму" }));
    const again = (await field(dialog)) as HTMLInputElement;
    expect(again).toHaveValue(money("2 226 400 ₽"));
    expect(again).toHaveFocus();
    expect([again.selectionStart, again.selectionEnd]).toEqual([0, again.value.length]);
    expect(sent).toHaveLength(0);
    await person.dblClick(await confirmButton(dialog, "2 226 400 ₽"));
    const confirm = await dialog.findByRole("button", { name: money("Подтвердить 2 226 400 ₽") });
    await person.click(confirm);
    expect(sent).toHaveLength(0);
    await waitFor(() => expect(confirm).not.toHaveAttribute("data-settling"));
    await person.click(confirm);
    expect(await screen.findByText("Ставка принята")).toBeInTheDocument();
    expect(sent.map(({ bet }) => bet.betValue)).toEqual([2_226_400]);
  });

  it("that a rival's bet made plausible is not asked about again when that bet is taken back", async () => {
    const lot = makeFullLot();
    const { person, dialog } = await openDialog(lot);
    const input = await field(dialog);
    await person.clear(input);
    await person.type(input, "2226400");
    await person.click(await confirmButton(dialog, "2 226 400 ₽"));
    expect(await screen.findByRole("heading", { name: "Проверьте сумму" })).toBeInTheDocument();
    betAndTakeBack(lot);
    expect(await confirmButton(dialog, "2 226 400 ₽")).toBeEnabled();
    expect(dialog.getByText("184 000 ₽")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Проверьте сумму" })).not.toBeInTheDocument();
  });

  it("cannot exceed the server's maximum or the digits a number holds exactly", async () => {
    const { person, dialog } = await openDialog();
    const input = await field(dialog);
    await person.clear(input);
    await person.type(input, "999999999999999999");
    expect(input).toHaveValue(money("999 999 999 999 999 ₽"));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Сумма больше допустимой");
    expect(dialog.queryByText("Всего при победе")).not.toBeInTheDocument();
  });

  it("whose amount the price has just moved is asked about, and a second press in haste does not send it", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const lot = makeFullLot();
    const { person, dialog, held } = await openDialog(lot);
    const sent = answerWith([{ code: 0 }]);
    await confirmButton(dialog);
    const update = updateOf(lot, {
      minBet: 222_640,
      price: { start: 120_000, value: 202_400, reservePriceState: null, currency: 0 },
    });
    held.lot = { ...lot, version: update.version, price: { ...lot.price, value: 202_400, minBet: 222_640 } };
    act(() => socketOf("/Chat").push("LotUpdate", update));

    const confirm = await confirmButton(dialog, "222 640 ₽");
    expect(confirm).toHaveAttribute("data-settling");
    vi.advanceTimersByTime(STEADY_MS - 1);
    await person.click(confirm);
    expect(await dialog.findByText("Сумма только что изменилась")).toBeInTheDocument();
    vi.advanceTimersByTime(STEADY_MS - 1);
    await person.click(confirm);
    expect(sent).toHaveLength(0);

    vi.advanceTimersByTime(STEADY_MS);
    await waitFor(() => expect(confirm).not.toHaveAttribute("data-settling"));
    await person.click(confirm);
    expect(await screen.findByText("Ставка принята")).toBeInTheDocument();
    expect(sent.map(({ bet }) => bet.betValue)).toEqual([222_640]);
  });

  it("whose amount was chosen is left alone by the price, and said to be too low", async () => {
    const lot = makeFullLot();
    const { person, dialog } = await openDialog(lot);
    const sent = answerWith([{ code: 0 }]);
    const input = await field(dialog);
    await person.clear(input);
    await person.type(input, "202400");
    act(() => socketOf("/Chat").push("LotUpdate", updateOf(lot, { minBet: 222_640 })));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Ставка ниже минимальной");
    expect(input).toHaveValue(money("202 400 ₽"));
    expect(dialog.getByRole("button", { name: /^Подтвердить/ })).toBeDisabled();
    expect(sent).toHaveLength(0);
  });

  it("of an untrusted bidder is capped as the sale's room does it, whatever the site's cap is now", async () => {
    world.config.untrustedCap = { rub: 900_000, eur: 50, usd: 50 };
    const price = { ...makeFullLot().price, value: 4000, minBet: 4400 };
    const { person, dialog } = await openDialog(makeFullLot({ price }), { user: accepted });
    expect(await dialog.findByText(/^Ваш предел 5.000.₽/)).toBeVisible();
    await person.clear(await field(dialog));
    await person.type(await field(dialog), "9000");
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Ставка превышает допустимый лимит (5000 руб)",
    );
  });
});

it("cannot be confirmed until an untrusted bidder's cap is known", async () => {
  signIn(accepted);
  const lot = makeFullLot({ price: { ...makeFullLot().price, value: 4000, minBet: 4400 } });
  serveLot(lot, { orders: [makeOrder()] });
  let answer: () => void = () => undefined;
  server.use(
    http.get("*/api/catalog/11", async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return json(makeFullCatalog());
    }),
  );
  renderPart(<BetForm lot={lot} onClose={() => undefined} onSuspicious={() => undefined} />);
  const button = await screen.findByRole("button", { name: money("Подтвердить ставку 4 400 ₽") });
  await waitFor(() => expect(button).toBeDisabled());
  answer();
  await waitFor(() => expect(button).toBeEnabled());
});

it("offers only a way to raise the cap, focused, once the minimum bet exceeds it", async () => {
  const price = { ...makeFullLot().price, value: 4000, minBet: 4400 };
  const { dialog } = await openDialog(makeFullLot({ price }), { user: accepted });
  await confirmButton(dialog, "4 400 ₽");
  act(() => socketOf("/Chat").push("LotUpdate", updateOf(makeFullLot({ price }), { minBet: 5500 })));
  expect(await dialog.findByText(/^Минимальная ставка уже 5.500.₽/)).toBeVisible();
  await waitFor(() => expect(dialog.getByRole("button", { name: "Снять предел" })).toHaveFocus());
  expect(dialog.queryByRole("textbox")).not.toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: /^Подтвердить/ })).not.toBeInTheDocument();
});

describe("notes of an imported lot", () => {
  const notes = "Реставрация левого края. Без права вывоза.";

  it("are to be read before the first bet, once", async () => {
    const { person, dialog } = await openDialog(makeFullLot({ notes }), { isImported: true });
    expect(await dialog.findByText(notes)).toBeInTheDocument();
    const go = dialog.getByRole("button", { name: "Продолжить" });
    expect(go).toBeDisabled();
    await person.click(dialog.getByRole("checkbox", { name: "С примечаниями ознакомился" }));
    await person.click(go);
    expect(await confirmButton(dialog)).toBeEnabled();
    expect(localStorage.getItem("notes-read:12")).not.toBeNull();
  });

  it.each([
    ["in an auction that was not imported", { notes }, false],
    ["after the first bet", { notes, myLastBet: 1000 }, true],
    ["where there are none", { notes: " " }, true],
  ])("do not stand in the way %s", async (_when, extra, isImported) => {
    const { dialog } = await openDialog(makeFullLot(extra), { isImported });
    expect(await confirmButton(dialog)).toBeEnabled();
    expect(dialog.queryByRole("checkbox")).not.toBeInTheDocument();
  });
});

describe("an absentee bet", () => {
  async function openAbsentee(extra: Parameters<typeof serveLot>[1] = {}, user = trusted) {
    observeServerTime(NOW, Date.now(), Date.now());
    signIn(user);
    serveLot(makeFullLot({ myAbsentee: extra.absentee?.value ?? null }), { orders: [makeOrder()], ...extra });
    const person = userEvent.setup();
    renderApp("/lot/12/rassvet-na-volge");
    const page = within(await screen.findByRole("region", { name: "Лот" }));
    await person.click(await page.findByRole("button", { name: /ЗАОЧНУЮ СТАВКУ$|^Изменить$/ }));
    return { person, dialog: within(await screen.findByRole("dialog")) };
  }
  const absentee = { catalogId: 11, lotId: 12, value: 300_000, created: at(0) };

  /** Accepts absentee bets, and returns those that were sent. */
  function recordAbsenteeBets(): unknown[] {
    const sent: unknown[] = [];
    server.use(
      http.post("*/api/trade/bet/absentee", async ({ request }) => {
        sent.push(await request.json());
        return json({ code: 0, message: "", lot: null });
      }),
    );
    return sent;
  }

  it("is left at the chosen maximum", async () => {
    const sent = recordAbsenteeBets();
    const { person, dialog } = await openAbsentee();
    await person.click(await dialog.findByRole("button", { name: money("242 400 ₽") }));
    await person.click(dialog.getByRole("button", { name: money("Оставить заочную ставку 242 400 ₽") }));
    expect(await screen.findByText("Заочная ставка принята")).toBeInTheDocument();
    expect(sent).toEqual([{ catalogId: 11, lotId: 12, value: 242_400 }]);
  });

  it("that is refused shows the server's text", async () => {
    server.use(
      http.post("*/api/trade/bet/absentee", () =>
        problem(403, {
          title: "forbidden",
          detail: "Заочные ставки доступны только доверенным пользователям",
        }),
      ),
    );
    const { person, dialog } = await openAbsentee();
    await person.click(await dialog.findByRole("button", { name: /^Оставить заочную ставку/ }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Заочные ставки доступны только доверенным пользователям",
    );
  });

  it("is reported as beaten once the price exceeds it, and the next valid amount is offered", async () => {
    const { dialog } = await openAbsentee({ absentee: { ...absentee, value: 180_000 } });
    const title = await dialog.findByText("Ваш лимит 180 000 ₽");
    expect(title).toHaveTextContent("Цена уже выше лимита");
    expect(title.parentElement).toHaveAttribute("data-tone", "outbid");
    expect(dialog.getByRole("textbox", { name: "Лимит заочной ставки" })).toHaveValue(money("202 400 ₽"));
    expect(dialog.getByRole("button", { name: money("Увеличить до 202 400 ₽") })).toBeEnabled();
  });

  it("shows the result instead of the form after the hammer", async () => {
    const { person, dialog } = await openAbsentee({ absentee });
    await dialog.findByText("Ваш лимит 300 000 ₽");
    const sold = { state: LotState.Sold, isBiddingOver: true };
    act(() => socketOf("/Chat").push("LotUpdate", updateOf(makeFullLot(), sold)));
    expect(await dialog.findByText("Продан участнику 217 за 184 000 ₽")).toBeVisible();
    expect(dialog.queryByText(/Ваш лимит/)).not.toBeInTheDocument();
    await person.click(dialog.getAllByRole("button", { name: "Закрыть" }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("needs another confirmation from ten times the minimum", async () => {
    const sent = recordAbsenteeBets();
    const { person, dialog } = await openAbsentee();
    const input = await dialog.findByRole("textbox", { name: "Лимит заочной ставки" });
    await person.clear(input);
    await person.type(input, "2024000{Enter}");
    expect(await screen.findByRole("heading", { name: "Проверьте сумму" })).toBeInTheDocument();
    expect(dialog.getByText("В 11 раз выше текущей ставки")).toBeVisible();
    expect(sent).toEqual([]);
    const confirm = dialog.getByRole("button", { name: money("Подтвердить 2 024 000 ₽") });
    await waitFor(() => expect(confirm).not.toHaveAttribute("data-settling"));
    await person.click(confirm);
    expect(await screen.findByText("Заочная ставка принята")).toBeInTheDocument();
    expect(sent).toEqual([{ catalogId: 11, lotId: 12, value: 2_024_000 }]);
  });

  it("that a rival's bet made plausible is not asked about again when that bet is taken back", async () => {
    const { person, dialog } = await openAbsentee();
    const input = await dialog.findByRole("textbox", { name: "Лимит заочной ставки" });
    await person.clear(input);
    await person.type(input, "2024000{Enter}");
    expect(await screen.findByRole("heading", { name: "Проверьте сумму" })).toBeInTheDocument();
    betAndTakeBack(makeFullLot());
    expect(
      await dialog.findByRole("button", { name: money("Оставить заочную ставку 2 024 000 ₽") }),
    ).toBeEnabled();
    expect(dialog.getByText("184 000 ₽")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Проверьте сумму" })).not.toBeInTheDocument();
  });

  it("just placed is shown when the dialog reopens, even on a slow connection", async () => {
    const { person, dialog } = await openAbsentee();
    let answer: (order: object) => void = () => undefined;
    server.use(
      http.post("*/api/trade/bet/absentee", () => json({ code: 0, message: "", lot: null })),
      http.get(
        "*/api/trade/bet/absentee/lot/:id",
        () => new Promise<Response>((resolve) => (answer = (order) => resolve(json(order)))),
      ),
    );
    await person.click(await dialog.findByRole("button", { name: money("242 400 ₽") }));
    await person.click(dialog.getByRole("button", { name: money("Оставить заочную ставку 242 400 ₽") }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const page = within(screen.getByRole("region", { name: "Лот" }));
    await person.click(await page.findByRole("button", { name: /ЗАОЧНУЮ СТАВКУ$|^Изменить$/ }));
    const again = within(await screen.findByRole("dialog"));
    // Nothing is offered before the standing limit is known.
    expect(await again.findByRole("status", { name: "Загрузка" })).toBeVisible();
    expect(again.queryByRole("textbox")).not.toBeInTheDocument();
    answer({ ...absentee, value: 242_400 });
    expect(await again.findByRole("textbox", { name: "Лимит заочной ставки" })).toHaveValue(
      money("242 400 ₽"),
    );
  });

  it("is withdrawn", async () => {
    const { person, dialog } = await openAbsentee({ absentee });
    expect(await dialog.findByText("Ваш лимит 300 000 ₽")).toBeInTheDocument();
    await person.click(dialog.getByRole("button", { name: "Отозвать заочную ставку" }));
    expect(await screen.findByText("Заочная ставка отозвана")).toBeInTheDocument();
    // The button that opened the dialog has gone with the limit: the page has the focus.
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    expect(screen.queryByRole("button", { name: "Изменить" })).not.toBeInTheDocument();
  });
});

it("has nothing that axe finds", async () => {
  const { dialog } = await openDialog();
  await confirmButton(dialog);
  await expectAccessible(screen.getByRole("dialog"));
});
