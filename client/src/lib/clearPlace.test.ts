import { afterEach, describe, expect, it, vi } from "vitest";
import { type Box, clearTop, type Kept, moveClear, onNewScreen } from "./clearPlace";

const SCREEN = 800;
const box = (top: number, height: number, left = 0, width = 300): Box => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
});

it.each<[string, Box, Box[], number]>([
  ["stays where nothing is", box(64, 150), [box(300, 40)], 64],
  ["stays beside what it does not reach", box(64, 150), [box(80, 40, 400)], 64],
  ["moves below what it would cover", box(64, 150), [box(80, 40)], 124],
  ["moves up if that is nearer", box(640, 150), [box(760, 40)], 606],
  ["finds the gap that is large enough", box(64, 150), [box(80, 40), box(200, 40), box(420, 40)], 244],
  ["stays on the screen", box(700, 90), [box(720, 60)], 626],
  [
    "covers as little as possible where there is no gap",
    box(64, 400),
    [box(80, 20), box(200, 20), box(320, 20), box(640, 20)],
    224,
  ],
])("%s", (_, of, others, top) => {
  const kept: Kept[] = others.map((other) => ({ ...other, weight: 1 }));
  expect(clearTop(of, kept, SCREEN)).toBe(top);
});

it("prefers to cover what weighs less", () => {
  const kept = [
    { ...box(64, 200), weight: 0.5 },
    { ...box(300, 480), weight: 1 },
  ];
  expect(clearTop(box(400, 150), kept, SCREEN)).toBe(146);
});

/** A part of the page at a place of the screen. */
function put(html: string, at: Box, parent: Element = document.body): HTMLElement {
  parent.insertAdjacentHTML("beforeend", html);
  const element = parent.lastElementChild as HTMLElement;
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue({
    ...at,
    width: at.right - at.left,
    height: at.bottom - at.top,
  } as DOMRect);
  return element;
}

describe("a notice on a page", () => {
  afterEach(() => document.body.replaceChildren());

  it("leaves a price in sight, and nothing else that cannot be pressed", () => {
    put("<p>Лот</p>", box(64, 40));
    put("<p data-price>184 000 ₽</p>", box(120, 40));
    const notice = put("<section></section>", box(64, 90));
    moveClear(notice);
    expect(notice.style.top).toBe("26px");
  });

  it.each([
    ["the page's name", "<h1>Лот</h1>"],
    ["an empty list's heading", "<h2 data-empty-title>Все заявки разобраны</h2>"],
  ])("leaves %s in sight", (_, html) => {
    const name = put(html, box(64, 40));
    vi.spyOn(Range.prototype, "getBoundingClientRect").mockReturnValue(name.getBoundingClientRect());
    const notice = put("<section></section>", box(64, 90));
    moveClear(notice);
    expect(notice.style.top).toBe("108px");
  });

  it("is repositioned when a list becomes empty, but not on other page changes", async () => {
    const place = vi.fn();
    const end = onNewScreen(place);
    put("<h2>Заявки</h2>", box(64, 40));
    await Promise.resolve();
    expect(place).not.toHaveBeenCalled();
    put("<h2 data-empty-title>Все заявки разобраны</h2>", box(64, 40));
    await Promise.resolve();
    expect(place).toHaveBeenCalledOnce();
    end();
  });

  it("leaves the buttons of an open dialog free, not those below it", () => {
    put("<button>Ниже</button>", box(64, 40));
    const dialog = put('<section role="dialog" aria-modal="true"></section>', box(300, 400));
    const notice = put("<section></section>", box(64, 90));
    moveClear(notice);
    expect(notice.style.top).toBe("");
    put("<button>Закрыть</button>", box(100, 40), dialog);
    moveClear(notice);
    expect(notice.style.top).toBe("6px");
  });
});
