import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Editor } from "@tiptap/react";
import { beforeAll, expect, it } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { renderPart } from "@/testing/render";
import { RichTextField } from "./RichTextField";
import { EXTENSIONS, plainHtml } from "./richNodes";

/** Everything the server lets through, see `rich_text.rs`. */
const PARTS = [
  "<p>Торги <strong>22</strong> <em>ноября</em><br>в <u>зале</u> <s>1</s> H<sub>2</sub>O м<sup>2</sup></p>",
  "<h2>Итоги</h2><h3>Живопись</h3><h4>Пейзаж</h4><hr>",
  "<blockquote><p>Слова</p></blockquote>",
  "<ul><li>один</li><li>два<ol><li>три</li></ol></li></ul>",
  '<p><a href="/lot/5" title="Лот">тут</a></p>',
  '<p>до <img src="/api/news/image/1?size=full" alt="Зал" width="640" height="480"> после</p>',
  '<figure><img src="/api/news/image/2" alt="Ваза"><figcaption>Ваза, <em>1910</em></figcaption></figure>',
  '<table><caption>Шаги</caption><thead><tr><th scope="col">От</th><th scope="col">Шаг</th></tr></thead>' +
    '<tbody><tr><td rowspan="2">0</td><td>200</td></tr><tr><td><p>300</p><p>и больше</p></td></tr>' +
    '<tr><td colspan="2">договорная</td></tr></tbody></table>',
];

// jsdom lays nothing out; the editor asks where the cursor is to scroll there.
beforeAll(() => {
  const nowhere = new DOMRect();
  Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => nowhere;
});

it.each(PARTS)("keeps %s", (html) => {
  const editor = new Editor({ extensions: EXTENSIONS, content: html });
  expect(plainHtml(editor.getHTML())).toBe(html);
  editor.destroy();
});

it("keeps pictures and tables of a text that is changed", async () => {
  const person = userEvent.setup();
  const written: string[] = [];
  const { container } = renderPart(
    <RichTextField label="Описание" value={PARTS.join("")} onChange={(html) => written.push(html)} />,
  );
  expect(await screen.findByRole("table", { name: "Шаги" })).toBeVisible();
  await expectAccessible(container);
  expect(written).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Нумерованный список" }));
  const html = written.at(-1) ?? "";
  expect(html).toContain("<li>Торги <strong>22</strong>");
  for (const part of PARTS.slice(1)) expect(html).toContain(part);
});
