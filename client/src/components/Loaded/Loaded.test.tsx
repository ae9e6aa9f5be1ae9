import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderPart } from "@/testing/render";
import { Loaded } from "./Loaded";

const refetch = vi.fn();

function show(data: number[] | undefined, error: unknown = null) {
  renderPart(
    <Loaded query={{ data, error, refetch }} h={100} empty={<p>Пусто</p>}>
      {(numbers) => <p>Чисел: {numbers.length}</p>}
    </Loaded>,
  );
}

it("says that an answer is awaited", () => {
  show(undefined);
  expect(screen.getByRole("status", { name: "Загрузка" })).toBeInTheDocument();
});

it("says that there is none, and asks again", async () => {
  show(undefined, new Error("no answer"));
  expect(screen.getByRole("alert")).toHaveTextContent("Не удалось загрузить");
  await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
  expect(refetch).toHaveBeenCalledOnce();
});

it("keeps an answer that could not be read again", () => {
  show([1, 2], new Error("no answer"));
  expect(screen.getByText("Чисел: 2")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("shows what stands for a list of nothing", () => {
  show([]);
  expect(screen.getByText("Пусто")).toBeInTheDocument();
});
