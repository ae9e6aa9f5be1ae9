import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, Suspense, useState } from "react";
import { expect, it } from "vitest";
import { notePlace } from "@/lib/overlays";
import { renderPart } from "@/testing/render";
import { ConfirmDialog } from "./ConfirmDialog";
import { Dialog } from "./Dialog";

/** Like most dialogs: loaded when first needed and mounted open. */
const Late = lazy(async () => ({
  default: ({ onClose }: { onClose: () => void }) => (
    <Dialog opened onClose={onClose} title="Ставка">
      <input aria-label="Сумма" />
    </Dialog>
  ),
}));

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Открыть
      </button>
      {opened && (
        <Suspense fallback={null}>
          <Late onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

async function openIt() {
  const person = userEvent.setup();
  renderPart(<Page />);
  const opener = screen.getByRole("button", { name: "Открыть" });
  await person.click(opener);
  await screen.findByRole("dialog");
  return { person, opener };
}

it("Escape closes a dialog, and the focus returns to what opened it", async () => {
  const { person, opener } = await openIt();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(opener).toHaveFocus());
});

it("the browser's Back closes a dialog and stays on the page", async () => {
  const { opener } = await openIt();
  const address = location.href;
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(location.href).toBe(address);
  await waitFor(() => expect(opener).toHaveFocus());
});

it("Back closes what lies open first, also when the address of the page has changed below it", async () => {
  await openIt();
  // As a filter does: the router pushes and notifies the shell.
  act(() => {
    history.pushState({ idx: 1, key: "filtered" }, "", "?cats=1866");
    notePlace();
  });
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(location.search).toBe("?cats=1866");
});

it("«Не надо» has the focus where something cannot be taken back", async () => {
  renderPart(
    <ConfirmDialog
      opened
      title="Снять лот"
      confirm="Снять лот"
      onConfirm={() => undefined}
      onClose={() => undefined}
    >
      Лот 12
    </ConfirmDialog>,
  );
  await waitFor(() => expect(screen.getByRole("button", { name: "Не надо" })).toHaveFocus());
});
