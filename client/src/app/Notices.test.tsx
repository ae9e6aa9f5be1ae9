import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { tell } from "@/components/Toast/toasts";
import type { Lot } from "@/lib/api/types";
import { observeServerTime } from "@/lib/clock";
import { expectAccessible } from "@/testing/axe";
import { at, makeEveningLot, makeFullLot, makeUser, NOW, pageOf } from "@/testing/factories";
import { makeOrder, serveLot } from "@/testing/lot";
import { renderApp } from "@/testing/render";
import { json, server, signIn, world } from "@/testing/server";
import { socketOf } from "@/testing/socket";
import { eveningKey } from "@/trade/api/evening";
import { tellAccepted } from "@/trade/bidding/acceptedBets";
import { nearToast, noteNearToast } from "@/trade/bidding/nearNotices";
import { CatalogType, LotState } from "@/trade/enums";

async function open() {
  signIn(makeUser());
  renderApp("/about");
  await waitFor(() => expect(socketOf("/Notify").sent).toEqual([["Subscribe", "test-token"]]));
  return (text: string) => act(() => socketOf("/Notify").push("Send", "Ставка перебита", text));
}

/** Another notice is the only one on screen. */
async function expectNoEarlierNotice(): Promise<void> {
  act(() => socketOf("/Notify").push("Send", "Аукцион отменён", "«Пейзаж»"));
  const notices = await screen.findAllByRole("alert");
  expect(notices.map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Аукцион отменён")]);
}

describe("real-time notices", () => {
  it("are shown at once, with their subject", async () => {
    const send = await open();
    send("Лот 12: теперь 202 400 ₽");
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("Ставка перебита");
    expect(notice).toHaveTextContent("Лот 12: теперь 202 400 ₽");
  });

  it("are three at most, the rest is counted and can be dismissed", async () => {
    const person = userEvent.setup();
    const send = await open();
    for (const n of [1, 2, 3, 4, 5]) send(`Сообщение ${n}`);
    expect(await screen.findByText("Еще 2 новых сообщения")).toBeInTheDocument();
    expect(screen.getAllByRole("alert")).toHaveLength(3);
    await person.click(screen.getByRole("button", { name: "Скрыть" }));
    expect(screen.queryByText(/Еще/)).not.toBeInTheDocument();
    expect(screen.getAllByRole("alert")).toHaveLength(3);
  });

  describe("that a lot opened", () => {
    const opened = {
      kind: "lot_starting",
      subject: "Начались торги по лоту",
      text: "Лот 12 «Рассвет на Волге» на аукционе «Вечерний аукцион»",
      id: 6,
      lotId: 12,
      catalogId: 10,
      place: { path: "/auction/10", label: "Открыть аукцион" },
      created: new Date(NOW).toISOString(),
    };
    const nearby = (id: number, ahead: number) =>
      makeEveningLot(
        { id, catalogLotId: id, catalogId: 10, catalogType: CatalogType.Classic, titleRu: "Рассвет" },
        { ahead },
      );

    async function openAt(path: string) {
      localStorage.removeItem("near-lots");
      observeServerTime(NOW, Date.now(), Date.now());
      world.evening = { sales: [], lots: [] };
      signIn(makeUser());
      const page = renderApp(path);
      await waitFor(() => expect(socketOf("/Notify").sent).toEqual([["Subscribe", "test-token"]]));
      server.use(http.get("*/api/notifications/my/messages/all", () => json(pageOf([opened]))));
      return {
        ...page,
        send: () => act(() => socketOf("/Notify").push("Send", opened.subject, opened.text)),
      };
    }

    it("lead to where it is bid on, in place of the toast of three lots ahead", async () => {
      const person = userEvent.setup();
      const { send } = await openAt("/about");
      act(() => tell("Через 3 лота", { id: nearToast(12) }));
      await screen.findByText("Через 3 лота");
      send();
      const notice = await screen.findByRole("alert");
      expect(notice).toHaveTextContent(opened.text);
      await waitFor(() => expect(screen.queryByText("Через 3 лота")).not.toBeInTheDocument());
      const link = within(notice).getByRole("link", { name: "Открыть аукцион" });
      expect(link).toHaveAttribute("href", "/auction/10");
      await person.click(link);
      await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    });

    it("have the evening read again, which announces the next lots but not this one", async () => {
      const { send } = await openAt("/about");
      await screen.findByRole("link", { name: "Мой вечер" });
      world.evening = { sales: [], lots: [nearby(12, 1), nearby(13, 2)] };
      send();
      expect(await screen.findByText("Скоро лот 13, «Рассвет»")).toBeVisible();
      expect(screen.queryByText("Скоро лот 12, «Рассвет»")).not.toBeInTheDocument();
    });

    it.each([
      ["one lot", [12], "Скоро лот 12, «Рассвет»"],
      ["several", [12, 13], "Скоро лот 12, «Рассвет»"],
    ])(
      "take the toast of %s away when the sale is cancelled, and no other sale's",
      async (_what, ids, title) => {
        const phone = vi
          .spyOn(window, "matchMedia")
          .mockImplementation(
            (query) =>
              ({ matches: query.includes("45em"), addEventListener() {}, removeEventListener() {} }) as never,
          );
        const { client } = await openAt("/about");
        world.evening = { sales: [], lots: ids.map((id) => nearby(id, id - 10)) };
        await act(() => client.invalidateQueries({ queryKey: eveningKey }));
        await screen.findByText(title);
        act(() => tell("Скоро лот 7", { id: nearToast(7) }));
        noteNearToast(11, nearToast(7));
        await screen.findByText("Скоро лот 7");
        world.evening = { sales: [], lots: [] };
        const cancelled = {
          ...opened,
          id: 7,
          kind: "sale_cancelled",
          subject: "Аукцион отменён",
          text: "«Вечерний аукцион»: аукцион отменён, ставки аннулированы",
          lotId: null,
          place: null,
        };
        server.use(http.get("*/api/notifications/my/messages/all", () => json(pageOf([cancelled]))));
        act(() => socketOf("/Notify").push("Send", cancelled.subject, cancelled.text));
        expect(await screen.findByRole("alert")).toHaveTextContent("Аукцион отменён");
        await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
        expect(screen.getByText("Скоро лот 7")).toBeInTheDocument();
        phone.mockRestore();
      },
    );

    it.each(["/lot/12/rassvet", "/auction/10/vecher"])("are not shown at %s", async (path) => {
      serveLot(makeFullLot());
      const { send } = await openAt(path);
      send();
      await waitFor(() => expect(localStorage.getItem("near-lots")).toBe("12"));
      await expectNoEarlierNotice();
    });
  });

  describe("that the viewer was outbid", () => {
    const outbid = {
      kind: "outbid",
      subject: "Ваша ставка перебита",
      text: "Лот 12 «Рассвет на Волге»: текущая ставка 184 000 ₽",
    };

    /** Opens the page and has the server store the notification; the socket carries it if the line is up. */
    async function openAt(path: string, line: "up" | "down" = "up", lot: Partial<Lot> = {}) {
      observeServerTime(NOW, Date.now(), Date.now());
      signIn(makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] }));
      serveLot(makeFullLot({ myLastBet: 167_200, ...lot }), { orders: [makeOrder()] });
      const created = new Date(NOW).toISOString();
      const yesterday = new Date(NOW - 86_400_000).toISOString();
      const stored: object[] = [{ ...outbid, id: 4, text: "Лот 10: другое", lotId: 10, created: yesterday }];
      server.use(http.get("*/api/notifications/my/messages/all", () => json(pageOf([...stored].reverse()))));
      renderApp(path);
      await waitFor(() => expect(socketOf("/Notify").sent).toEqual([["Subscribe", "test-token"]]));
      const socket = socketOf("/Notify");
      if (line === "down") act(() => socket.drop());
      stored.push({ ...outbid, id: 6, lotId: 12, created });
      if (line === "up") act(() => socket.push("Send", outbid.subject, outbid.text));
      else act(() => void socket.connect());
    }

    it("are void once the viewer leads again", async () => {
      const lot = makeFullLot();
      await openAt("/about", "up", {
        myParticipant: 3,
        leadingBet: lot.leadingBet && { ...lot.leadingBet, participant: 3 },
      });
      // Each of the others takes as long as the lot would have.
      for (const title of ["«Пейзаж»", "«Натюрморт»"]) {
        act(() => socketOf("/Notify").push("Send", "Аукцион отменён", title));
        await screen.findByText(title);
      }
      expect(screen.getAllByRole("alert")).toHaveLength(2);
    });

    it("are shown once the line is back, and only once", async () => {
      await openAt("/about", "down");
      const notice = await screen.findByRole("alert");
      expect(notice).toHaveTextContent(outbid.text);
      act(() => {
        socketOf("/Notify").drop();
        socketOf("/Notify").connect();
      });
      act(() => socketOf("/Notify").push("Send", "Аукцион отменён", "«Пейзаж»"));
      await screen.findByText("«Пейзаж»");
      expect(screen.getAllByRole("alert")).toHaveLength(2);
    });

    it("carry the next bet, which opens with its amount", async () => {
      const person = userEvent.setup();
      await openAt("/about");
      const notice = within(await screen.findByRole("alert"));
      expect(notice.getByRole("link", { name: "К лоту" })).toHaveAttribute(
        "href",
        expect.stringMatching(/^\/lot\/12\//),
      );
      await expectAccessible(screen.getByRole("alert"));
      await person.click(
        notice.getByRole("button", { name: /^Сделать ставку 202.400.₽ с.комиссией 232.760.₽$/ }),
      );
      expect(await screen.findByRole("dialog", { name: "Ставка на лот 12" })).toBeInTheDocument();
      expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    });

    it("say the time left", async () => {
      await openAt("/about", "up", { endTradeTime: at(252_000) });
      const notice = await screen.findByRole("alert");
      expect(notice).toHaveTextContent(
        /текущая ставка 184 000 ₽, осталось 0:04:1[012], осталось 0:04:1[012]/,
      );
      // Screen readers get it once.
      expect(within(notice).getByText(/^, осталось 0:04:1[012]$/)).toHaveClass("sr");
      expect(
        within(notice).getByText(", осталось", { exact: false, selector: "[aria-hidden]" }),
      ).toBeVisible();
    });

    it.each<[string, Partial<Lot>]>([
      ["the hammer decides", { catalogType: CatalogType.Classic, endTradeTime: null }],
      ["the sale is paused", { catalogType: CatalogType.Classic, catalogPausedAt: at(0) }],
      ["the time is up", { endTradeTime: at(-1000) }],
      ["bidding is over", { isBiddingOver: true }],
    ])("say no time left where %s", async (_, lot) => {
      await openAt("/about", "up", lot);
      expect(await screen.findByRole("alert")).toHaveTextContent(outbid.text);
      expect(screen.queryByText(/осталось/)).not.toBeInTheDocument();
    });

    it.each(["/about", "/lot/12/rassvet"])("dismiss «Ставка принята» of the lot at %s", async (path) => {
      tellAccepted(12, 100_000, "Ставка принята");
      tellAccepted(13, 100_000, "Ставка принята");
      await openAt(path);
      await waitFor(() => expect(screen.getAllByText("Ставка принята")).toHaveLength(1));
    });

    it("go once the viewer's next bet on the lot is accepted", async () => {
      await openAt("/about");
      await screen.findByRole("alert");
      act(() => tellAccepted(12, 202_400, "Ставка принята"));
      await waitFor(() => expect(screen.queryByText(outbid.text, { exact: false })).not.toBeInTheDocument());
      expect(screen.getByText("Ставка принята")).toBeVisible();
    });

    it("stay if the answer to the bet that was beaten comes after them", async () => {
      await openAt("/about");
      const notice = await screen.findByRole("alert");
      act(() => tellAccepted(12, 180_000, "Ставка принята"));
      act(() => tellAccepted(13, 180_000, "Ставка принята"));
      expect(await screen.findAllByText("Ставка принята")).toHaveLength(1);
      expect(notice).toBeInTheDocument();
    });

    it("take the focus by a key", async () => {
      const person = userEvent.setup();
      await openAt("/about");
      const notice = await screen.findByRole("alert");
      const button = within(notice).getByRole("button", { name: /^Сделать ставку/ });
      await person.keyboard("{Alt>}[KeyN]{/Alt}");
      expect(button).toHaveFocus();
      await person.keyboard("{Enter}");
      expect(await screen.findByRole("dialog", { name: "Ставка на лот 12" })).toBeInTheDocument();
    });

    it("are not shown on a page that already says so", async () => {
      await openAt("/lot/12/rassvet");
      expect((await screen.findAllByText("Ваша ставка перебита")).length).toBeGreaterThan(0);
      await expectNoEarlierNotice();
    });
  });

  describe("that the viewer has won", () => {
    /** Opens the page and delivers a notice that the auctioneer has sold a lot to the viewer. */
    async function openAt(path: string) {
      observeServerTime(NOW, Date.now(), Date.now());
      signIn(makeUser({ acceptedInHouseIds: [1], trustedInHouseIds: [1] }));
      const lot = makeFullLot({
        state: LotState.Sold,
        isBiddingOver: true,
        myParticipant: 3,
        myLastBet: 184_000,
      });
      const leadingBet = lot.leadingBet && { ...lot.leadingBet, participant: 3 };
      serveLot({ ...lot, leadingBet }, { orders: [makeOrder()] });
      const won = { subject: "Вы выиграли лот", text: "Лот 12 «Рассвет на Волге» продан вам" };
      const stored: object[] = [];
      server.use(http.get("*/api/notifications/my/messages/all", () => json(pageOf(stored))));
      renderApp(path);
      await waitFor(() => expect(socketOf("/Notify").sent).toEqual([["Subscribe", "test-token"]]));
      stored.push({ ...won, id: 6, kind: "lot_won", lotId: 12, created: new Date(NOW).toISOString() });
      act(() => socketOf("/Notify").push("Send", won.subject, won.text));
      return won;
    }

    it("look like successes and link to the lots to pay for", async () => {
      const { subject } = await openAt("/about");
      const notice = await screen.findByRole("alert");
      expect(notice).toHaveTextContent(subject);
      expect(notice).toHaveAttribute("data-tone", "ok");
      await expectAccessible(notice);
      expect(within(notice).getByRole("link", { name: "К оплате" })).toHaveAttribute(
        "href",
        "/account?state=won",
      );
    });

    it("are not shown on a page that already shows the win", async () => {
      await openAt("/lot/12/rassvet");
      expect((await screen.findAllByText("Ваша ставка победила")).length).toBeGreaterThan(0);
      await expectNoEarlierNotice();
    });
  });

  it("subscribe again after the line was lost", async () => {
    await open();
    act(() => {
      socketOf("/Notify").drop();
      socketOf("/Notify").connect();
    });
    expect(socketOf("/Notify").sent).toEqual([
      ["Subscribe", "test-token"],
      ["Subscribe", "test-token"],
    ]);
  });

  it("are no matter of a visitor", async () => {
    renderApp("/about");
    await screen.findByRole("heading", { level: 1 });
    expect(() => socketOf("/Notify")).toThrow();
  });
});
