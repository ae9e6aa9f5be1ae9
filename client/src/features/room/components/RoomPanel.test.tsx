import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderPart } from "@/testing/render";
import { RoomPanel, type RoomTab } from "./RoomPanel";

function Panel({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState<RoomTab>("chat");
  const contents = { chat: "Разговор", bets: "Ход торгов", lots: "Все лоты" };
  return <RoomPanel tab={tab} onTab={setTab} onClose={onClose} contents={contents} />;
}

it("goes through its tabs by arrows, Home and End, and closes by Escape", async () => {
  const onClose = vi.fn();
  renderPart(<Panel onClose={onClose} />);
  expect(screen.getByRole("tab", { name: "Чат" })).toHaveFocus();
  expect(screen.getByRole("tabpanel", { name: "Чат" })).toHaveTextContent("Разговор");

  for (const [key, name, shown] of [
    ["{ArrowLeft}", "Лоты", "Все лоты"],
    ["{ArrowRight}", "Чат", "Разговор"],
    ["{ArrowRight}", "Ставки", "Ход торгов"],
    ["{End}", "Лоты", "Все лоты"],
    ["{Home}", "Чат", "Разговор"],
  ] as const) {
    await userEvent.keyboard(key);
    expect(screen.getByRole("tab", { name, selected: true })).toHaveFocus();
    expect(screen.getByRole("tabpanel", { name })).toHaveTextContent(shown);
  }
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "Закрыть" })).toHaveFocus();

  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalled();
});
