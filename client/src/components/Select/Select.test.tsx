import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPart } from "@/testing/render";
import { Select } from "./Select";

const ORDERS = [
  { value: "new", label: "Сначала новые" },
  { value: "old", label: "Сначала старые" },
];

function Order() {
  const [order, setOrder] = useState("new");
  return <Select label="Порядок" data={ORDERS} value={order} onChange={(next) => next && setOrder(next)} />;
}

it("opens by keyboard as by a press, and shows what was chosen", async () => {
  renderPart(<Order />);
  const closed = screen.getByRole("combobox", { name: "Порядок" });
  expect(closed).toHaveTextContent("Сначала новые");
  expect(closed).toHaveAttribute("aria-expanded", "false");

  await userEvent.tab();
  expect(closed).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  expect(await screen.findByRole("option", { name: "Сначала новые", selected: true })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("option", { name: "Сначала старые" }));
  expect(screen.getByRole("combobox", { name: "Порядок" })).toHaveValue("Сначала старые");
});
