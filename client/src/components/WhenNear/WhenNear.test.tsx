import { act, render, screen } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, it, vi } from "vitest";
import { NavigationRouter } from "@/lib/navigation/NavigationRouter";
import { memoryNavigation } from "@/lib/navigation/navigation";
import { WhenNear } from "./WhenNear";

it("shows what is near, and all of it to those who come back", async () => {
  let report: (isIntersecting: boolean) => void = () => undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        report = (isIntersecting) => callback([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  const navigation = memoryNavigation("/");
  render(
    <NavigationRouter navigation={navigation}>
      <Routes>
        <Route path="/" element={<WhenNear placeholder={<p>Место</p>}>Похожие лоты</WhenNear>} />
        <Route path="/lots" element="Лоты" />
      </Routes>
    </NavigationRouter>,
  );
  expect(screen.getByText("Место")).toBeInTheDocument();
  await act(async () => report(false));
  expect(screen.getByText("Место")).toBeInTheDocument();
  await act(async () => report(true));
  expect(screen.getByText("Похожие лоты")).toBeInTheDocument();

  await act(async () => navigation.navigator.push("/lots"));
  expect(screen.queryByText("Похожие лоты")).not.toBeInTheDocument();
  await act(async () => navigation.navigator.go(-1));
  expect(screen.getByText("Похожие лоты")).toBeInTheDocument();

  await act(async () => navigation.navigator.push("/lots"));
  await act(async () => navigation.navigator.push("/"));
  expect(screen.getByText("Место")).toBeInTheDocument();
});
