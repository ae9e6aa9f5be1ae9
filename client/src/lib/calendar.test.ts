import { expect, it } from "vitest";
import { icalendar } from "./calendar";

it("an event becomes an entry with a reminder, its lines folded at 75 bytes and its marks escaped", () => {
  const file = icalendar(
    {
      product: "-//example//events//RU",
      id: "auction-6@example.org",
      title: "Иконопись, церковное искусство; серебро и очень длинное название этого вечера",
      description: "Дом «Собрание»\nКлассический аукцион",
      url: "https://example.org/auction/6/ikonopis",
      start: Date.parse("2026-11-28T09:00:00Z"),
      end: Date.parse("2026-11-28T12:00:00Z"),
    },
    Date.parse("2026-11-21T11:32:07Z"),
  );
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
  expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
  for (const line of file.split("\r\n"))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const whole = file.replace(/\r\n /g, "");
  expect(whole).toContain("\r\nDTSTART:20261128T090000Z\r\nDTEND:20261128T120000Z\r\n");
  expect(whole).toContain("\r\nDTSTAMP:20261121T113207Z\r\n");
  expect(whole).toContain(
    "\r\nSUMMARY:Иконопись\\, церковное искусство\\; серебро и очень длинное название этого вечера\r\n",
  );
  expect(whole).toContain("\r\nDESCRIPTION:Дом «Собрание»\\nКлассический аукцион\r\n");
  expect(whole).toContain("\r\nPRODID:-//example//events//RU\r\n");
  expect(whole).toContain("\r\nTRIGGER:-PT15M\r\n");
});
