import { TextInput } from "@mantine/core";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { ApiError } from "@/lib/api/errors";
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

interface Pair {
  first: string;
  second: string;
}

const REFUSAL = new ApiError(422, "validation_failed", "", null, { title: ["Уже есть"] });

/** A form of which the second field may be out of sight; the server refuses it. */
function Faulty() {
  const staffForm = useStaffForm<Pair>({
    stored: { first: "", second: "было" },
    done: "Сохранено",
    validate: ({ second }): Partial<Record<string, string>> => (second === "" ? { second: "Заполните" } : {}),
    save: async () => {
      throw REFUSAL;
    },
    serverNames: { title: "second" },
  });
  return (
    <>
      <TextInput label="Первое" {...staffForm.form.getInputProps("first")} />
      <TextInput label="Второе" {...staffForm.form.getInputProps("second")} />
      <SaveBar staffForm={staffForm} labels={{}} />
    </>
  );
}

const faulty = async () => {
  const person = userEvent.setup();
  renderPart(<Faulty />);
  const second = await screen.findByRole("textbox", { name: "Второе" });
  return { person, first: screen.getByRole("textbox", { name: "Первое" }), second };
};

it("goes to the field that keeps the form from being saved, and says so", async () => {
  const { person, first, second } = await faulty();
  await person.clear(second);
  await person.click(first);
  await person.keyboard("{Control>}s{/Control}");
  expect(await screen.findByText("Проверьте введённые данные")).toBeVisible();
  expect(second).toHaveFocus();
  expect(screen.getByText("Заполните")).toBeVisible();
});

it("goes to the field that the server refuses", async () => {
  const { person, first, second } = await faulty();
  await person.type(second, ", иначе");
  await person.click(first);
  await person.keyboard("{Control>}s{/Control}");
  expect(await screen.findByText("Уже есть")).toBeVisible();
  expect(second).toHaveFocus();
});
