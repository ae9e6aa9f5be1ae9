import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Rehearsal } from "@/lib/api/types";
import { expectAccessible } from "@/testing/axe";
import { at, HOUR, makeFullCatalog } from "@/testing/factories";
import { renderPart } from "@/testing/render";
import { json, server } from "@/testing/server";
import { CatalogType } from "@/trade/enums";
import { RehearsalButton } from "./RehearsalButton";
import { RehearsalMark } from "./RehearsalMark";

const sale = makeFullCatalog({ id: 10, isController: true });
const held: Rehearsal = { catalogId: 77, ofCatalog: 10, started: at(0), ends: at(4 * HOUR) };

function serve(rehearsal: Rehearsal | null) {
  const sent: { call: string; body: unknown }[] = [];
  server.use(
    http.get("*/api/catalog/10/rehearsal", () => json(rehearsal)),
    http.post("*/api/catalog/10/rehearsal", async ({ request }) => {
      sent.push({ call: "start", body: await request.json() });
      return json(held);
    }),
    http.delete("*/api/catalog/10/rehearsal", () => {
      sent.push({ call: "end", body: null });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

describe("a rehearsal", () => {
  it("starts at the chosen pace and opens its console", async () => {
    const sent = serve(null);
    const person = userEvent.setup();
    const { router } = renderPart(<RehearsalButton catalog={sale} />);
    await person.click(screen.getByRole("button", { name: "Репетиция" }));
    await expectAccessible(await screen.findByRole("dialog"));
    await waitFor(() => expect(screen.getByRole("radio", { name: "Обычно" })).toHaveFocus());
    await person.click(screen.getByRole("radio", { name: "Быстро" }));
    await person.click(screen.getByRole("button", { name: "Начать репетицию" }));
    await waitFor(() => expect(router.location.pathname).toBe("/auction/77"));
    expect(router.location.search).toBe("?viewType=console");
    expect(sent).toEqual([{ call: "start", body: { pace: "brisk" } }]);
  });

  it("that is held is shown in place of another", async () => {
    const sent = serve(held);
    const person = userEvent.setup();
    const { router } = renderPart(<RehearsalButton catalog={sale} />);
    await person.click(screen.getByRole("button", { name: "Репетиция" }));
    const open = await screen.findByRole("link", { name: "Открыть пульт" });
    await waitFor(() => expect(open).toHaveFocus());
    await expectAccessible(document.body);
    expect(open).toHaveAttribute("href", "/auction/77?viewType=console");
    expect(screen.getByRole("link", { name: "Экран для зала" })).toHaveAttribute("href", "/auction/77/hall");
    await person.click(screen.getByRole("button", { name: "Закончить репетицию" }));
    expect(sent).toEqual([]);
    await screen.findByRole("dialog", { name: "Закончить репетицию?" });
    await expectAccessible(document.body);
    await person.click(screen.getAllByRole("button", { name: "Закончить репетицию" }).at(-1) as HTMLElement);
    await waitFor(() => expect(router.location.pathname).toBe("/auction/10"));
    expect(sent).toEqual([{ call: "end", body: null }]);
  });

  it("is marked, and ended only by those who conduct it", async () => {
    const { container, unmount } = renderPart(
      <RehearsalMark catalog={{ rehearsalOf: 10, isController: false }} />,
    );
    expect(screen.getByText("Репетиция")).toBeVisible();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    await expectAccessible(container);
    unmount();
    const conducted = renderPart(<RehearsalMark catalog={{ rehearsalOf: 10, isController: true }} />);
    expect(await screen.findByRole("button", { name: "Закончить репетицию" })).toBeInTheDocument();
    await expectAccessible(conducted.container);
    conducted.unmount();
    renderPart(<RehearsalMark catalog={sale} />);
    expect(screen.queryByText("Репетиция")).not.toBeInTheDocument();
  });

  it("is offered for classic sales, and not for a rehearsal", () => {
    const { unmount } = renderPart(
      <RehearsalButton catalog={{ ...sale, catalogType: CatalogType.Parallel }} />,
    );
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    unmount();
    renderPart(<RehearsalButton catalog={{ ...sale, rehearsalOf: 3 }} />);
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});
