import { TextInput } from "@mantine/core";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPart } from "@/testing/render";
import { SaveBar } from "./SaveBar";
import { useStaffForm } from "./useStaffForm";

interface Fields {
  name: string;
}

/** A form whose stored values another person changes by a press. */
function Sample() {
  const [stored, setStored] = useState<Fields>({ name: "Как было" });
  const staffForm = useStaffForm<Fields>({
    stored,
    done: "Сохранено",
    save: async (values) => values,
  });
  return (
    <>
      <TextInput label="Название" {...staffForm.form.getInputProps("name")} />
      <button type="button" onClick={() => setStored({ name: "Сохранил другой" })}>
        Другой сохраняет
      </button>
      <SaveBar staffForm={staffForm} labels={{ name: "Название" }} />
    </>
  );
}

it("goes back to what is stored now, not to what was stored when the form was opened", async () => {
  const person = userEvent.setup();
  renderPart(<Sample />);
  const field = await screen.findByRole("textbox", { name: "Название" });
  await person.type(field, ", моё");
  await person.click(screen.getByRole("button", { name: "Другой сохраняет" }));
  expect(field).toHaveValue("Как было, моё");
  await person.click(screen.getByRole("button", { name: "Вернуть как было" }));
  expect(field).toHaveValue("Сохранил другой");
  expect(screen.queryByRole("button", { name: "Вернуть как было" })).not.toBeInTheDocument();
});
