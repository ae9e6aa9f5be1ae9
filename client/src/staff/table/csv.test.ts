import { expect, it } from "vitest";
import { csv } from "./csv";

it("quotes what would break a row, and keeps formulas from running", () => {
  expect(
    csv([
      ["Имя", "Сумма", "Примечание"],
      ['Дом «А»; "Б"', 1250.5, "=HYPERLINK(1)"],
      ["две\nстроки", 3, null],
      ["-5", -5, "+7 916"],
    ]),
  ).toBe(
    '\uFEFFИмя;Сумма;Примечание\r\n"Дом «А»; ""Б""";1250,5;\'=HYPERLINK(1)\r\n"две\nстроки";3;\r\n\'-5;-5;\'+7 916\r\n',
  );
});
