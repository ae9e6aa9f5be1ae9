import { act, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { Route, Routes, useParams } from "react-router";
import { expect, it } from "vitest";
import { NavigationRouter } from "@/lib/navigation/NavigationRouter";
import { browserNavigation } from "@/lib/navigation/navigation";
import { useCanonicalPath } from "@/lib/useCanonicalPath";
import { Dialog } from "./Dialog";

let canonical: (path: string) => void;

function Lot() {
  const { id } = useParams();
  const [path, setPath] = useState<string>();
  const [opened, setOpened] = useState(false);
  canonical = setPath;
  useCanonicalPath(path);
  return (
    <main>
      <h1>Лот {id}</h1>
      <button type="button" onClick={() => setOpened(true)}>
        Открыть
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Ставка">
        Сумма
      </Dialog>
    </main>
  );
}

/** Opens `/lot/5` after `/`, and a dialog there while the page does not know its address yet. */
async function openDialog() {
  window.history.replaceState(null, "", "/");
  const navigation = browserNavigation();
  render(
    <NavigationRouter navigation={navigation}>
      <Routes>
        <Route path="/" element={<h1>Главная</h1>} />
        <Route path="/lot/:id/*" element={<Lot />} />
      </Routes>
    </NavigationRouter>,
  );
  act(() => navigation.navigator.push("/lot/5"));
  act(() => screen.getByRole("button", { name: "Открыть" }).click());
  await screen.findByRole("dialog", { name: "Ставка" });
  return navigation;
}

it("a redirect to the readable address keeps a dialog, and Back closes it, then leaves the page", async () => {
  const navigation = await openDialog();
  act(() => canonical("/lot/5/peyzazh"));
  await waitFor(() => expect(window.location.pathname).toBe("/lot/5/peyzazh"));
  expect(screen.getByRole("dialog", { name: "Ставка" })).toBeInTheDocument();

  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(window.location.pathname).toBe("/lot/5/peyzazh");

  act(() => window.history.back());
  expect(await screen.findByRole("heading", { name: "Главная" })).toBeInTheDocument();
  navigation.dispose();
});

it("another page closes a dialog", async () => {
  const navigation = await openDialog();
  act(() => navigation.navigator.push("/lot/6"));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  navigation.dispose();
});
