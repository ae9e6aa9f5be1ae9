import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryHistory } from "@/testing/memoryHistory";
import {
  browserHistory,
  createRouter,
  type History,
  Link,
  Navigate,
  NavLink,
  Outlet,
  type Route,
  type Router,
  RouterProvider,
  ScrollRestoration,
  useBlocker,
  useLocation,
  useMatches,
  usePageLoads,
  useParams,
  useRouteError,
  useSearchParams,
} from ".";
import { matcherOf, matchesPath } from "./match";
import { encoded, resolve } from "./paths";

const named = (name: string, path: string): Route => ({ path, handle: name });

describe("a path", () => {
  const matchOf = matcherOf([
    named("hall", "/auction/:id/hall"),
    {
      handle: "site",
      children: [
        named("home", "/"),
        named("auction", "/auction/:id"),
        named("auction", "/auction/:id/:slug"),
        named("lot", "/lot/:id/:slug"),
        {
          path: "/admin",
          handle: "admin",
          children: [
            named("start", ""),
            named("code", ":code"),
            named("merge", "users/merge"),
            named("user", "users/:id"),
            named("users", "users"),
            named("nowhere", "*"),
          ],
        },
        named("missing", "*"),
      ],
    },
  ]);
  const chainOf = (path: string) => matchOf(path).routes.map(({ handle }) => handle);

  it.each([
    ["/", ["site", "home"]],
    ["/auction/10", ["site", "auction"]],
    ["/auction/10/", ["site", "auction"]],
    ["/Auction/10", ["site", "auction"]],
    ["/auction/10/vesna", ["site", "auction"]],
    ["/auction/10/hall", ["hall"]],
    ["/admin", ["site", "admin", "start"]],
    ["/admin/users", ["site", "admin", "users"]],
    ["/admin/users/merge", ["site", "admin", "merge"]],
    ["/admin/users/7", ["site", "admin", "user"]],
    ["/admin/1024", ["site", "admin", "code"]],
    ["/admin/users/7/8", ["site", "admin", "nowhere"]],
    ["/administrator", ["site", "missing"]],
    ["/a/b/c/d", ["site", "missing"]],
  ])("%s leads to the most exact route", (path, chain) => {
    expect(chainOf(path)).toEqual(chain);
  });

  it("has decoded parameters, also where nothing was encoded", () => {
    expect(matchOf("/lot/12/%D1%80%D0%B0%D1%81%D1%81%D0%B2%D0%B5%D1%82").params).toEqual({
      id: "12",
      slug: "рассвет",
    });
    expect(matchOf("/lot/12/100%").params.slug).toBe("100%");
    expect(matchOf("/a/b%20c").params["*"]).toBe("a/b c");
  });

  it("is matched with a single pattern", () => {
    expect(matchesPath("/help/:guide", "/help/house")).toBe(true);
    expect(matchesPath("/help/:guide", "/help/house/2")).toBe(false);
    expect(matchesPath("/v1.0", "/v1x0")).toBe(false);
  });
});

describe("an address", () => {
  const from = { pathname: "/lots", search: "?cats=1", hash: "#top" };
  it.each([
    ["/a?b=1#c", { pathname: "/a", search: "?b=1", hash: "#c" }],
    ["/a", { pathname: "/a", search: "", hash: "" }],
    ["?b=1", { pathname: "/lots", search: "?b=1", hash: "" }],
    ["?", { pathname: "/lots", search: "", hash: "" }],
    ["#c", { pathname: "/lots", search: "?cats=1", hash: "#c" }],
    [
      { search: "b=1", hash: "c" },
      { pathname: "/lots", search: "?b=1", hash: "#c" },
    ],
    [{ search: "" }, { pathname: "/lots", search: "", hash: "" }],
  ])("%j is resolved from the page's", (to, path) => {
    expect(resolve(to, from)).toEqual(path);
  });

  it("is encoded, and never leaves the site", () => {
    expect(encoded({ pathname: "/лот", search: "?q=я", hash: "" })).toEqual({
      pathname: "/%D0%BB%D0%BE%D1%82",
      search: "?q=%D1%8F",
      hash: "",
    });
    expect(encoded({ pathname: "//evil.example/a", search: "", hash: "" }).pathname).toBe("//evil.example/a");
  });
});

interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
}

function defer<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, "promise"> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error("a promise runs its executor at once");
  return { promise, ...settle };
}

type Loaded = { Component: () => React.ReactNode };

const page = (title: string): Loaded => ({ Component: () => <h1>{title}</h1> });

const addressNow = (router: Router) => {
  const { pathname, search, hash } = router.state.location;
  return pathname + search + hash;
};

function show(routes: Route[], history: History): Router {
  const router = createRouter(routes, history);
  render(<RouterProvider router={router} />);
  return router;
}

const heading = (name: string) => screen.findByRole("heading", { name });

describe("pages whose code is loaded", () => {
  const late: Record<string, Deferred<Loaded>> = {};
  const lateRoute = (path: string): Route => ({
    path,
    lazy: () => {
      const made = defer<Loaded>();
      late[path] = made;
      return made.promise;
    },
    HydrateFallback: () => <p>Скелет</p>,
    ErrorBoundary: () => <p>Не загрузилось: {String(useRouteError())}</p>,
  });
  const Frame = () => (
    <>
      <p>{usePageLoads() ? "загружается" : "готово"}</p>
      <Outlet />
    </>
  );
  const routes = () => [
    { Component: Frame, children: [lateRoute("/a"), lateRoute("/b"), { path: "*", ...page("Первая") }] },
  ];
  const arrive = (path: string, title: string) => act(async () => late[path]?.resolve(page(title)));

  it("show the frame with a skeleton first", async () => {
    const router = show(routes(), memoryHistory("/a"));
    expect(screen.getByText("Скелет")).toBeVisible();
    expect(screen.getByText("готово")).toBeVisible();
    expect(router.state.initialized).toBe(false);
    await arrive("/a", "А");
    expect(await heading("А")).toBeVisible();
    expect(router.state.initialized).toBe(true);
  });

  it("keep the page before and its address until they are there", async () => {
    const router = show(routes(), memoryHistory("/"));
    let arrived = false;
    act(() => void router.navigate("/a").then(() => (arrived = true)));
    expect(await screen.findByText("загружается")).toBeVisible();
    expect(await heading("Первая")).toBeVisible();
    expect(addressNow(router)).toBe("/");
    expect(arrived).toBe(false);
    await arrive("/a", "А");
    expect(await heading("А")).toBeVisible();
    expect(screen.getByText("готово")).toBeVisible();
    expect(addressNow(router)).toBe("/a");
    expect(arrived).toBe(true);
  });

  it("give way to where the viewer went since", async () => {
    const router = show(routes(), memoryHistory("/"));
    act(() => void router.navigate("/a"));
    act(() => void router.navigate("/b"));
    await arrive("/b", "Б");
    await arrive("/a", "А");
    expect(await heading("Б")).toBeVisible();
    expect(addressNow(router)).toBe("/b");
    await act(() => router.navigate(-1));
    expect(await heading("Первая")).toBeVisible();
  });

  it("are loaded once", async () => {
    const router = show(routes(), memoryHistory("/a"));
    await arrive("/a", "А");
    await act(() => router.navigate("/"));
    await act(() => router.navigate("/a"));
    expect(await heading("А")).toBeVisible();
  });

  it("say why they did not come, and are tried again", async () => {
    const router = show(routes(), memoryHistory("/"));
    act(() => void router.navigate("/a"));
    await act(async () => late["/a"]?.reject("нет сети"));
    expect(await screen.findByText("Не загрузилось: нет сети")).toBeVisible();
    expect(addressNow(router)).toBe("/a");
    act(() => void router.navigate("/a"));
    await arrive("/a", "А");
    expect(await heading("А")).toBeVisible();
  });
});

it("an error of a page is shown in the frame until the next page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error("сломано");
  };
  const Failed = () => <p>{(useRouteError() as Error).message}</p>;
  const router = show(
    [
      {
        Component: () => (
          <>
            <p>Рамка</p>
            <Outlet />
          </>
        ),
        children: [
          { path: "/a", Component: Broken, ErrorBoundary: Failed },
          { path: "/b", ...page("Б"), ErrorBoundary: Failed },
        ],
      },
    ],
    memoryHistory("/a"),
  );
  expect(await screen.findByText("сломано")).toBeVisible();
  expect(screen.getByText("Рамка")).toBeVisible();
  await act(() => router.navigate("/b"));
  expect(await heading("Б")).toBeVisible();
});

it("the page before stays while a part of the new one loads", async () => {
  const part = defer<{ default: () => React.ReactNode }>();
  const Part = lazy(() => part.promise);
  const router = show(
    [
      {
        Component: () => (
          <Suspense fallback={<p>Пусто</p>}>
            <Outlet />
          </Suspense>
        ),
        children: [
          { path: "/", ...page("Первая") },
          { path: "/a", element: <Part /> },
        ],
      },
    ],
    memoryHistory("/"),
  );
  await act(() => router.navigate("/a"));
  expect(await heading("Первая")).toBeVisible();
  expect(screen.queryByText("Пусто")).not.toBeInTheDocument();
  await act(async () => part.resolve({ default: () => <h1>А</h1> }));
  expect(await heading("А")).toBeVisible();
});

describe("inside a page", () => {
  function Page() {
    const { id, slug } = useParams();
    const [params, setParams] = useSearchParams();
    const { state } = useLocation();
    const handles = useMatches().map(({ handle }) => handle);
    const add = (name: string) =>
      setParams((before) => {
        before.append(name, "1");
        return before;
      });
    return (
      <>
        <h1>{JSON.stringify([id, slug, params.toString(), state, handles])}</h1>
        <button type="button" onClick={() => add("a")}>
          Один
        </button>
        <button
          type="button"
          onClick={() => {
            add("a");
            add("b");
          }}
        >
          Два
        </button>
        <Link to={{ pathname: "/lot/2/b", search: "c=1" }} state="с собой">
          Другой
        </Link>
        <Link to="/lot/1/a">Этот</Link>
        <Link to="/lot/3/c" onClick={(event) => event.preventDefault()}>
          Никуда
        </Link>
        <NavLink to="/lot/1">Лот</NavLink>
        <NavLink to="/lot/1" end>
          Только лот
        </NavLink>
        <NavLink to="/">Главная</NavLink>
      </>
    );
  }
  const routes: Route[] = [
    {
      handle: "рамка",
      children: [
        { path: "/old", element: <Navigate to="/lot/1/a" replace /> },
        { path: "/lot/:id/:slug", Component: Page, handle: "лот" },
      ],
    },
  ];
  const shown = (...parts: unknown[]) => heading(JSON.stringify([...parts, ["рамка", "лот"]]));

  it("its parameters, state and routes are known", async () => {
    const router = show(routes, memoryHistory("/lot/1/a?q=2"));
    await shown("1", "a", "q=2", null);
    await userEvent.click(screen.getByRole("link", { name: "Другой" }));
    await shown("2", "b", "c=1", "с собой");
    expect(router.state.historyAction).toBe("PUSH");
    await act(() => router.navigate(-1));
    await shown("1", "a", "q=2", null);
    expect(router.state.historyAction).toBe("POP");
  });

  it("two changes of the address at once are both made", async () => {
    show(routes, memoryHistory("/lot/1/a"));
    await userEvent.click(await screen.findByRole("button", { name: "Два" }));
    await shown("1", "a", "a=1&b=1", null);
  });

  it("a link to itself makes no entry in the history", async () => {
    const router = show(routes, memoryHistory("/lot/1/a"));
    await userEvent.click(await screen.findByRole("link", { name: "Этот" }));
    expect(router.state.historyAction).toBe("REPLACE");
  });

  it("a link whose click is taken, or meant for another tab, leads nowhere here", async () => {
    const router = show(routes, memoryHistory("/lot/1/a"));
    await userEvent.click(await screen.findByRole("link", { name: "Никуда" }));
    const other = screen.getByRole("link", { name: "Другой" });
    expect(other).toHaveAttribute("href", "/lot/2/b?c=1");
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
    // jsdom itself goes nowhere.
    act(() => void other.dispatchEvent(click));
    expect(click.defaultPrevented).toBe(false);
    expect(addressNow(router)).toBe("/lot/1/a");
  });

  it("links of menus are marked on their page and below", async () => {
    show(routes, memoryHistory("/lot/1/a"));
    expect(await screen.findByRole("link", { name: "Лот" })).toHaveAttribute("aria-current", "page");
    expect(screen.getByRole("link", { name: "Только лот" })).not.toHaveAttribute("aria-current");
    expect(screen.getByRole("link", { name: "Главная" })).not.toHaveAttribute("aria-current");
  });

  it("a redirect takes the place of its page", async () => {
    const router = show(routes, memoryHistory("/old"));
    await shown("1", "a", "", null);
    expect(router.state.historyAction).toBe("REPLACE");
  });
});

/** Back and Forward of the browser are over when the address has changed and React has shown it. */
const leafThrough = (go: () => void) =>
  act(async () => {
    const over = new Promise((resolved) => window.addEventListener("popstate", resolved, { once: true }));
    go();
    await over;
  });

describe("in the browser's history", () => {
  const routers: Router[] = [];
  function start(routes: Route[], at: string): Router {
    window.history.pushState(null, "", at);
    const router = show(routes, browserHistory());
    routers.push(router);
    return router;
  }
  afterEach(() => {
    for (const router of routers.splice(0)) router.dispose();
  });

  const three = ["/a", "/b", "/c"].map((path) => ({ path, ...page(path) }));

  it("pages are entries, numbered for who counts them", async () => {
    const router = start(three, "/a");
    await act(() => router.navigate("/b", { state: 5 }));
    expect(window.location.pathname).toBe("/b");
    expect(window.history.state).toMatchObject({ idx: 1, usr: 5, key: router.state.location.key });
    await act(() => router.navigate("/c", { replace: true }));
    expect(window.history.state).toMatchObject({ idx: 1 });
    await leafThrough(() => window.history.back());
    expect(await heading("/a")).toBeVisible();
    await leafThrough(() => window.history.forward());
    expect(await heading("/c")).toBeVisible();
  });

  it("what others keep in an entry stays", async () => {
    window.history.pushState({ mine: 1 }, "", "/a");
    routers.push(createRouter(three, browserHistory()));
    expect(window.history.state).toEqual({ mine: 1, idx: 0 });
  });

  describe("a page that is not to be left", () => {
    let isDirty = true;
    function Form() {
      const { state, proceed, reset } = useBlocker(
        ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
      );
      return (
        <>
          <h1>Форма</h1>
          {state === "blocked" && (
            <>
              <button type="button" onClick={proceed}>
                Уйти
              </button>
              <button type="button" onClick={reset}>
                Остаться
              </button>
            </>
          )}
        </>
      );
    }
    const routes = [...three, { path: "/form", Component: Form }];
    const asked = () => screen.findByRole("button", { name: "Уйти" });
    const notAsked = () => expect(screen.queryByRole("button", { name: "Уйти" })).not.toBeInTheDocument();
    beforeEach(() => {
      isDirty = true;
    });

    it("holds a link until the viewer has decided", async () => {
      const router = start(routes, "/form");
      await act(() => router.navigate("/a"));
      await asked();
      expect(window.location.pathname).toBe("/form");
      await userEvent.click(screen.getByRole("button", { name: "Остаться" }));
      notAsked();
      await act(() => router.navigate("/b"));
      await userEvent.click(await asked());
      expect(await heading("/b")).toBeVisible();
      expect(window.location.pathname).toBe("/b");
    });

    it("lets pass what it does not mind", async () => {
      const router = start(routes, "/form");
      await act(() => router.navigate("?tab=2"));
      expect(addressNow(router)).toBe("/form?tab=2");
      isDirty = false;
      await act(() => router.navigate("/a"));
      expect(await heading("/a")).toBeVisible();
    });

    it("holds Back, which is made undone, and made again if they leave", async () => {
      const router = start(routes, "/a");
      await act(() => router.navigate("/form"));
      await act(async () => window.history.back());
      await asked();
      await waitFor(() => expect(window.location.pathname).toBe("/form"));
      expect(await heading("Форма")).toBeVisible();
      await userEvent.click(screen.getByRole("button", { name: "Остаться" }));
      notAsked();

      await act(async () => window.history.back());
      await userEvent.click(await asked());
      expect(await heading("/a")).toBeVisible();
      await leafThrough(() => window.history.forward());
      expect(await heading("Форма")).toBeVisible();
    });
  });

  describe("scrolls", () => {
    let scrolls: [number, number][];
    beforeEach(() => {
      sessionStorage.clear();
      scrolls = [];
      vi.spyOn(window, "scrollTo").mockImplementation((...to: unknown[]) => {
        scrolls.push(to as [number, number]);
      });
    });
    const scrolledTo = (y: number) => vi.spyOn(window, "scrollY", "get").mockReturnValue(y);
    const site = (): Route[] => [
      {
        Component: () => (
          <>
            <ScrollRestoration />
            <Outlet />
          </>
        ),
        children: [...three, { path: "/guide", element: <h2 id="заявки">Заявки</h2> }],
      },
    ];

    it("a new page to its top, and one that Back leads to where it was", async () => {
      const router = start(site(), "/a");
      scrolledTo(700);
      await act(() => router.navigate("/b"));
      expect(scrolls.at(-1)).toEqual([0, 0]);
      scrolledTo(40);
      await leafThrough(() => window.history.back());
      await heading("/a");
      expect(scrolls.at(-1)).toEqual([0, 700]);
      await leafThrough(() => window.history.forward());
      await heading("/b");
      expect(scrolls.at(-1)).toEqual([0, 40]);
    });

    it("nothing when a page asks so", async () => {
      const router = start(site(), "/a");
      scrolls = [];
      await act(() => router.navigate("?tab=2", { preventScrollReset: true }));
      await waitFor(() => expect(window.location.search).toBe("?tab=2"));
      expect(scrolls).toEqual([]);
    });

    it("to the heading in the address", async () => {
      const seen = vi.fn();
      Element.prototype.scrollIntoView = seen;
      const router = start(site(), "/a");
      scrolls = [];
      await act(() => router.navigate("/guide#заявки"));
      expect(await screen.findByRole("heading", { name: "Заявки" })).toBeVisible();
      expect(seen.mock.contexts).toEqual([screen.getByRole("heading", { name: "Заявки" })]);
      expect(scrolls).toEqual([]);
    });

    it("a page that is loaded again where it was", async () => {
      start(site(), "/a?page=2");
      scrolledTo(300);
      window.dispatchEvent(new Event("pagehide"));
      scrolls = [];
      start(site(), "/a?page=2");
      expect(scrolls).toEqual([[0, 300]]);
    });
  });
});
