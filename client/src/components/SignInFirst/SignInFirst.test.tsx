import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render";

it("opens the login dialog for those who come, and not again for those who come back", async () => {
  const { router } = renderApp("/account");
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await act(async () => router.navigate("/about"));
  await act(async () => router.navigate(-1));
  expect(await screen.findByRole("heading", { name: "Личный кабинет" })).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "Войти" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
});
