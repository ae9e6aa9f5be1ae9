import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { makeUser } from "@/testing/factories";
import { renderApp } from "@/testing/render";
import { signIn } from "@/testing/server";
import { socketOf } from "@/testing/socket";

async function open() {
  signIn(makeUser());
  renderApp("/about");
  await waitFor(() => expect(socketOf("/Notify").sent).toEqual([["Subscribe", "test-token"]]));
  return (text: string) => act(() => socketOf("/Notify").push("Send", "Ставка перебита", text));
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
    expect(screen.getAllByRole("alert")).toHaveLength(3);
    expect(screen.getByText("Еще 2 новых сообщения")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Скрыть" }));
    expect(screen.queryByText(/Еще/)).not.toBeInTheDocument();
    expect(screen.getAllByRole("alert")).toHaveLength(3);
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
