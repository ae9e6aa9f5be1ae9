import { act, render, screen } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, it, vi } from "vitest";
import { lazyPage } from "@/lib/navigation/lazyPage";
import { NavigationRouter } from "@/lib/navigation/NavigationRouter";
import { memoryNavigation } from "@/lib/navigation/navigation";
import { PageBoundary } from "./PageBoundary";

it("code that does not come is an error of its page, and is asked for again at the next visit", async () => {
  // React reports what a boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fetchPage = vi
    .fn<() => Promise<{ default: () => React.ReactNode }>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValue({ default: () => <h1>Лоты</h1> });
  const lots = lazyPage(fetchPage);
  const navigation = memoryNavigation("/");
  render(
    <NavigationRouter navigation={navigation}>
      <Routes>
        <Route path="/" element={<h1>Главная</h1>} />
        <Route
          path="/lots"
          element={
            <PageBoundary>
              <lots.Page />
            </PageBoundary>
          }
        />
      </Routes>
    </NavigationRouter>,
  );
  await act(async () => navigation.navigator.push("/lots"));
  expect(await screen.findByRole("alert")).toHaveTextContent("Не удалось загрузить");
  expect(fetchPage).toHaveBeenCalledOnce();

  await act(async () => navigation.navigator.push("/"));
  await act(() => lots.load());
  await act(async () => navigation.navigator.push("/lots"));
  expect(screen.getByRole("heading", { name: "Лоты" })).toBeInTheDocument();
  expect(fetchPage).toHaveBeenCalledTimes(2);
});
