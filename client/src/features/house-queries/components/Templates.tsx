import { Menu, TextInput } from "@mantine/core";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import { tellFault } from "@/components/Toast/toasts";
import { offerUndo } from "@/staff/actions/undo";
import { type Template, useTemplates } from "../model/templates";

interface TemplatesProps {
  answer: string;
  onChoose: (text: string) => void;
}

/** Answers to begin with, and a place to keep more of them. */
export function Templates({ answer, onChoose }: TemplatesProps) {
  const { templates, keep, drop, retry } = useTemplates();
  const [naming, setNaming] = useState<string | null>(null);
  const name = naming?.trim() ?? "";
  const replaced = templates?.find((template) => template.name === name);
  const remove = (template: Template) => {
    drop(template.name).then(
      () =>
        offerUndo({
          key: "answers",
          done: `Шаблон «${template.name}» удалён`,
          undo: () => keep(template),
        }),
      tellFault,
    );
  };
  const save = () => {
    setNaming(null);
    keep({ name, text: answer.trim() }).then(() => {
      if (!replaced) return;
      offerUndo({ key: "answers", done: `Шаблон «${name}» заменён`, undo: () => keep(replaced) });
    }, tellFault);
  };
  return (
    <>
      <Menu width={300} position="bottom-start">
        <Menu.Target>
          <Button size="xs" rightSection={<Icon name="chev" size="s" />}>
            Шаблон
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates?.map(({ name, text }) => (
            <Menu.Item key={name} onClick={() => onChoose(text)}>
              {name}
            </Menu.Item>
          ))}
          {retry && (
            <Menu.Item closeMenuOnClick={false} leftSection={<Icon name="warn" size="s" />} onClick={retry}>
              Шаблоны не загрузились. Повторить
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item disabled={!templates || answer.trim() === ""} onClick={() => setNaming("")}>
            Сохранить ответ как шаблон
          </Menu.Item>
          {templates && templates.length > 0 && (
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item>Удалить шаблон</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                {templates.map((template) => (
                  <Menu.Item key={template.name} onClick={() => remove(template)}>
                    {template.name}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={naming !== null} onClose={() => setNaming(null)} title="Новый шаблон">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (name !== "") save();
          }}
        >
          <TextInput
            label="Название"
            description={
              replaced
                ? "Такой шаблон уже есть: он заменится у всех, кто отвечает на запросы дома"
                : "Шаблон увидят все, кто отвечает на запросы дома"
            }
            data-autofocus
            maxLength={60}
            value={naming ?? ""}
            onChange={(event) => setNaming(event.currentTarget.value)}
          />
          <Button type="submit" variant="bid">
            {replaced ? "Заменить" : "Сохранить"}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
