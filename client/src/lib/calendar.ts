interface CalendarEvent {
  /** Names what made the file, as RFC 5545, 3.7.3 has it. */
  product: string;
  /** Stays the same for the same event, so that adding it again changes the entry. */
  id: string;
  title: string;
  description: string;
  url: string;
  /** Unix ms. */
  start: number;
  end: number;
}

/** «20261128T090000Z» */
const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, "");

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** A line may have 75 bytes; its continuation begins with a space (RFC 5545, 3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = "";
  for (const letter of line) {
    const room = parts.length === 0 ? 75 : 74;
    if (encoder.encode(part + letter).length > room) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part].join("\r\n ");
}

/** An event as an iCalendar file, with a reminder fifteen minutes ahead. `now` is Unix ms. */
export function icalendar(event: CalendarEvent, now: number): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:${event.product}`,
    "BEGIN:VEVENT",
    `UID:${escaped(event.id)}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(event.start)}`,
    `DTEND:${stamp(event.end)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${event.url}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(event.title)}`,
    "TRIGGER:-PT15M",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}
