import { Button, Menu, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import { tellFault } from "@/components/Toast/toasts";
import { offerUndo } from "@/staff/acts/undo";
import { type Template, useTemplates } from "../model/templates";

interface TemplatesProps {
  answer: string;
  onChoose: (text: string) => void;
}

/** Answers to begin with, and a place to keep more of them. */
export function Templates({ answer, onChoose }: TemplatesProps) {
  const { templates, keep, drop } = useTemplates();
  const [naming, setNaming] = useState<string | null>(null);
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
  return (
    <>
      <Menu width={300} position="bottom-start">
        <Menu.Target>
          <Button size="xs" rightSection={<Icon name="chev" size="s" />}>
            Шаблон
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.map(({ name, text }) => (
            <Menu.Item key={name} onClick={() => onChoose(text)}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={answer.trim() === ""} onClick={() => setNaming("")}>
            Сохранить ответ как шаблон
          </Menu.Item>
          {templates.length > 0 && (
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
          onSubmit={(event) => {
            event.preventDefault();
            const name = naming?.trim() ?? "";
            if (name === "") return;
            keep({ name, text: answer.trim() }).catch(tellFault);
            setNaming(null);
          }}
        >
          <TextInput
            label="Название"
            description="Шаблон увидят все, кто отвечает на запросы дома"
            data-autofocus
            maxLength={60}
            value={naming ?? ""}
            onChange={(event) => setNaming(event.currentTarget.value)}
          />
          <Button type="submit" variant="bid" mt="md">
            Сохранить
          </Button>
        </form>
      </Dialog>
    </>
  );
}
