import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { renderPart } from "@/testing/render";
import { PhoneInput, withoutCountryCode } from "./PhoneInput";

function Held({ onDigits }: { onDigits: (digits: string) => void }) {
  const [value, setValue] = useState("");
  return (
    <PhoneInput
      label="Телефон"
      value={value}
      onChange={(digits) => {
        setValue(digits);
        onDigits(digits);
      }}
    />
  );
}

function setup() {
  let digits = "";
  renderPart(
    <Held
      onDigits={(d) => {
        digits = d;
      }}
    />,
  );
  return { field: screen.findByRole<HTMLInputElement>("textbox", { name: "Телефон" }), digits: () => digits };
}

describe("the phone field", () => {
  it.each(["89161234567", "+7 (916) 123-45-67", "9161234567", "79161234567"])(
    "understands %s when it is pasted",
    async (text) => {
      const { field, digits } = setup();
      await userEvent.click(await field);
      await userEvent.paste(text);
      expect((await field).value).toBe("+7 (916) 123-45-67");
      expect(digits()).toBe("79161234567");
    },
  );

  it.each(["89161234567", "9161234567", "79161234567"])("understands %s when it is typed", async (text) => {
    const { field, digits } = setup();
    await userEvent.type(await field, text);
    expect((await field).value).toBe("+7 (916) 123-45-67");
    expect(digits()).toBe("79161234567");
  });

  it("is filled whole by the browser", async () => {
    const { field, digits } = setup();
    fireEvent.input(await field, { target: { value: "+79161234567" } });
    expect((await field).value).toBe("+7 (916) 123-45-67");
    expect(digits()).toBe("79161234567");
  });

  it("gives way to backspace, and becomes empty", async () => {
    const { field, digits } = setup();
    await userEvent.type(await field, "916");
    await userEvent.type(await field, "{Backspace>8/}");
    expect(digits()).toBe("");
  });
});

describe("withoutCountryCode", () => {
  it.each([
    ["8", true, ""],
    ["7", true, ""],
    ["9", true, "9"],
    ["8", false, "8"],
    ["8 (800) 000-00-00", true, "8000000000"],
  ])("%s in a field that is empty: %s → «%s»", (appended, isEmpty, digits) => {
    expect(withoutCountryCode(appended, isEmpty)).toBe(digits);
  });
});
