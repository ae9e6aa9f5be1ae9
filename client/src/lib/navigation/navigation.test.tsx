import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Link, Route, Routes } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { useOverlay } from "../useOverlay";
import { lazyPage } from "./lazyPage";
import { NavigationRouter } from "./NavigationRouter";
import { browserNavigation, type Navigation } from "./navigation";
import { type Leaving, useLeaveGuard } from "./useLeaveGuard";
import { useScrollPlaces } from "./useScrollPlaces";

let navigation: Navigation;

afterEach(() => {
  navigation.dispose();
  sessionStorage.clear();
});

/** Opens `path` in a tab whose history begins there. */
function openAt(path: string, routes: React.ReactNode) {
  window.history.replaceState(null, "", path);
  navigation = browserNavigation();
  return render(<NavigationRouter navigation={navigation}>{routes}</NavigationRouter>);
}

const push = (to: string) => act(() => navigation.navigator.push(to));
const back = () => act(() => window.history.back());

/** As the site's dialogs: it has an entry of its own in the history. */
function Question({ leaving }: { leaving: Leaving | null }) {
  useOverlay(leaving !== null, () => leaving?.stay());
  return (
    leaving && (
      <div role="alertdialog">
        <button type="button" onClick={leaving.proceed}>
          Уйти
        </button>
        <button type="button" onClick={leaving.stay}>
          Остаться
        </button>
      </div>
    )
  );
}

function Draft() {
  const [text, setText] = useState("");
  const leaving = useLeaveGuard(text !== "", (from, to) => from.pathname === to.pathname);
  return (
    <>
      <h1>Черновик</h1>
      <input aria-label="Текст" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/about">О нас</Link>
      <Link to="?tab=2">Вторая вкладка</Link>
      <Question leaving={leaving} />
    </>
  );
}

async function typeADraft() {
  openAt(
    "/",
    <Routes>
      <Route path="/" element={<h1>Главная</h1>} />
      <Route path="/draft" element={<Draft />} />
      <Route path="/about" element={<h1>О нас</h1>} />
    </Routes>,
  );
  push("/draft");
  await userEvent.type(screen.getByLabelText("Текст"), "Икона");
}

it("a link waits while something would be lost, and goes on when the visitor says so", async () => {
  await typeADraft();
  await userEvent.click(screen.getByRole("link", { name: "О нас" }));
  expect(window.location.pathname).toBe("/draft");
  await userEvent.click(screen.getByRole("button", { name: "Остаться" }));
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(screen.getByLabelText("Текст")).toHaveValue("Икона");

  await userEvent.click(screen.getByRole("link", { name: "О нас" }));
  await userEvent.click(screen.getByRole("button", { name: "Уйти" }));
  expect(screen.getByRole("heading", { name: "О нас" })).toBeInTheDocument();
  expect(window.location.pathname).toBe("/about");
});

it("Back waits too: the address is that of the page that stays, and then of the page before", async () => {
  await typeADraft();
  back();
  await screen.findByRole("alertdialog");
  await waitFor(() => expect(window.location.pathname).toBe("/draft"));
  await userEvent.click(screen.getByRole("button", { name: "Остаться" }));

  back();
  await screen.findByRole("alertdialog");
  await userEvent.click(screen.getByRole("button", { name: "Уйти" }));
  expect(await screen.findByRole("heading", { name: "Главная" })).toBeInTheDocument();
  expect(window.location.pathname).toBe("/");
});

it("Back waits beside entries that closed dialogs left behind, on this page and on the one before", async () => {
  function Start() {
    const [opened, setOpened] = useState(false);
    useOverlay(opened, () => setOpened(false));
    return (
      <button type="button" onClick={() => setOpened(!opened)}>
        {opened ? "Закрыть" : "Открыть"}
      </button>
    );
  }
  openAt(
    "/",
    <Routes>
      <Route path="/" element={<Start />} />
      <Route path="/draft" element={<Draft />} />
    </Routes>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Открыть" }));
  await userEvent.click(screen.getByRole("button", { name: "Закрыть" }));
  push("/draft");
  await userEvent.type(screen.getByLabelText("Текст"), "Икона");
  for (let i = 0; i < 2; i += 1) {
    back();
    await screen.findByRole("alertdialog");
    expect(window.location.pathname).toBe("/draft");
    await userEvent.click(screen.getByRole("button", { name: "Остаться" }));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  }
  back();
  await userEvent.click(await screen.findByRole("button", { name: "Уйти" }));
  expect(await screen.findByRole("button", { name: "Открыть" })).toBeInTheDocument();
  expect(window.location.pathname).toBe("/");
});

it("Forward waits too, and goes on to its page", async () => {
  await typeADraft();
  await userEvent.clear(screen.getByLabelText("Текст"));
  push("/about");
  back();
  await userEvent.type(await screen.findByLabelText("Текст"), "Икона");
  act(() => window.history.forward());
  await screen.findByRole("alertdialog");
  expect(window.location.pathname).toBe("/draft");
  await userEvent.click(screen.getByRole("button", { name: "Уйти" }));
  expect(await screen.findByRole("heading", { name: "О нас" })).toBeInTheDocument();
  expect(window.location.pathname).toBe("/about");
});

/** Leaves «/» for «/lots», whose code comes when the returned function is called. */
function leaveForLots() {
  let come: (module: { default: () => React.ReactNode }) => void = () => undefined;
  const lots = lazyPage(() => new Promise<{ default: () => React.ReactNode }>((resolve) => (come = resolve)));
  openAt(
    "/",
    <Routes>
      <Route path="/" element={<h1>Главная</h1>} />
      <Route path="/lots" element={<lots.Page />} />
    </Routes>,
  );
  push("/lots");
  return () => act(async () => come({ default: () => <h1>Лоты</h1> }));
}

it("Back returns to the page that is still shown while the next one is loading", async () => {
  const arrive = leaveForLots();
  back();
  await waitFor(() => expect(window.location.pathname).toBe("/"));
  await arrive();
  expect(screen.getByRole("heading", { name: "Главная" })).toBeInTheDocument();
});

it("nobody is asked within the same page, nor with nothing to lose; closing the tab asks only with something", async () => {
  const closes = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await typeADraft();
  await userEvent.click(screen.getByRole("link", { name: "Вторая вкладка" }));
  expect(window.location.search).toBe("?tab=2");
  expect(screen.getByLabelText("Текст")).toHaveValue("Икона");
  expect(closes()).toBe(false);

  await userEvent.clear(screen.getByLabelText("Текст"));
  expect(closes()).toBe(true);
  await userEvent.click(screen.getByRole("link", { name: "О нас" }));
  expect(screen.getByRole("heading", { name: "О нас" })).toBeInTheDocument();
});

function Scrolled() {
  useScrollPlaces();
  return (
    <>
      <Link to="/lots" preventScrollReset>
        Лоты
      </Link>
      <p id="terms">Условия</p>
    </>
  );
}

it("a page begins at its top, or at what its address names; Back returns to where one was", async () => {
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView;
  openAt(
    "/",
    <Routes>
      <Route path="*" element={<Scrolled />} />
    </Routes>,
  );
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);

  vi.spyOn(window, "scrollY", "get").mockReturnValue(640);
  push("/about");
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  push("/about#terms");
  expect(scrollIntoView).toHaveBeenCalledOnce();
  push("/about#100%");
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);

  scrollTo.mockClear();
  await userEvent.click(screen.getByRole("link", { name: "Лоты" }));
  expect(window.location.pathname).toBe("/lots");
  expect(scrollTo).not.toHaveBeenCalled();

  act(() => window.history.go(-4));
  await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 640));
});

it("Back waits for what the page is to show, unless the visitor scrolls first", async () => {
  let height = 0;
  let y = 0;
  const grow: (() => void)[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(told: () => void) {
        grow.push(told);
      }
      observe() {}
      disconnect() {
        grow.length = 0;
      }
    },
  );
  vi.spyOn(window, "scrollY", "get").mockImplementation(() => y);
  const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(((_x: number, top: number) => {
    y = Math.min(top, height);
  }) as typeof window.scrollTo);
  const grown = (to: number) => {
    height = to;
    for (const told of [...grow]) told();
  };
  openAt(
    "/",
    <Routes>
      <Route path="*" element={<Scrolled />} />
    </Routes>,
  );
  const leaveAndReturn = async () => {
    height = 3000;
    y = 2400;
    push("/about");
    height = 100;
    back();
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 2400));
    expect(y).toBe(100);
  };
  await leaveAndReturn();
  grown(900);
  expect(y).toBe(900);
  grown(3000);
  expect(y).toBe(2400);
  // It is there: what grows later moves nothing.
  expect(grow).toHaveLength(0);

  await leaveAndReturn();
  act(() => void window.dispatchEvent(new Event("wheel")));
  grown(3000);
  expect(y).toBe(100);
  vi.unstubAllGlobals();
});

it("the page before stays while the next one's code is loading", async () => {
  const arrive = leaveForLots();
  expect(window.location.pathname).toBe("/lots");
  expect(screen.getByRole("heading", { name: "Главная" })).toBeInTheDocument();
  await arrive();
  expect(screen.getByRole("heading", { name: "Лоты" })).toBeInTheDocument();
});
