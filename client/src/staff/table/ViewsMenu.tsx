import { Menu, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import { tellFault } from "@/components/Toast/toasts";
import { offerUndo } from "../actions/undo";
import { useSettings } from "../api/settings";
import { PASSING } from "./passing";

/** A view that everybody has: it sets these parameters and leaves the others. */
export interface Preset {
  name: string;
  params: Readonly<Record<string, string>>;
}

interface ViewsMenuProps {
  table: string;
  /** Parameters of the page around the list, «catalog»: views leave them as they are. */
  keeps?: readonly string[];
  presets?: readonly Preset[];
  /** Parameters of the view that are shown although the address does not name them. */
  implied?: Readonly<Record<string, string>>;
}

/** The views of a table: open one, save the current one under a name, or drop it. */
export function ViewsMenu({ table, keeps = [], presets = [], implied = {} }: ViewsMenuProps) {
  const { pathname, search } = useLocation();
  const { kept, keep, retry } = useSettings(table);
  const [naming, setNaming] = useState(false);
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(implied)) if (!params.has(name)) params.set(name, value);
  params.sort();
  const all = [...params];
  const current = new URLSearchParams(
    all.filter(([name]) => !PASSING.includes(name) && !keeps.includes(name)),
  ).toString();
  const around = all.filter(([name]) => keeps.includes(name));
  const to = (query: URLSearchParams) => {
    const whole = new URLSearchParams([...around, ...query]).toString();
    return whole ? `${pathname}?${whole}` : pathname;
  };
  const withPreset = (preset: Preset) => {
    const query = new URLSearchParams(current);
    for (const [name, value] of Object.entries(preset.params)) query.set(name, value);
    return query;
  };
  const shown = kept?.find(({ value }) => value === current);
  const preset = presets.find(({ params: set }) =>
    Object.entries(set).every(([name, value]) => params.get(name) === value),
  );
  const drop = (name: string, value: string) => {
    keep(name, null).then(
      () => offerUndo({ key: `view:${table}`, done: `Вид «${name}» удалён`, undo: () => keep(name, value) }),
      tellFault,
    );
  };
  return (
    <>
      <Menu width={260}>
        <Menu.Target>
          <Button size="xs" rightSection={<Icon name="chev" size="s" />}>
            {shown?.name ?? preset?.name ?? "Виды"}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {presets.map((offered) => (
            <Menu.Item key={offered.name} component={Link} to={to(withPreset(offered))}>
              {offered.name}
            </Menu.Item>
          ))}
          {kept?.map(({ name, value }) => (
            <Menu.Item key={name} component={Link} to={to(new URLSearchParams(value))}>
              {name}
            </Menu.Item>
          ))}
          {retry && (
            <Menu.Item closeMenuOnClick={false} leftSection={<Icon name="warn" size="s" />} onClick={retry}>
              Виды не загрузились. Повторить
            </Menu.Item>
          )}
          {(presets.length + (kept?.length ?? 0) > 0 || retry) && <Menu.Divider />}
          {shown ? (
            <Menu.Item onClick={() => drop(shown.name, shown.value)}>Удалить вид «{shown.name}»</Menu.Item>
          ) : (
            <Menu.Item disabled={!kept} onClick={() => setNaming(true)}>
              Сохранить этот вид
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <NameDialog
          taken={kept?.map(({ name }) => name) ?? []}
          onClose={() => setNaming(false)}
          onName={(name) => {
            keep(name, current).catch(tellFault);
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  taken: readonly string[];
  onClose: () => void;
  onName: (name: string) => void;
}

function NameDialog({ taken, onClose, onName }: NameDialogProps) {
  const [name, setName] = useState("");
  const isTaken = taken.includes(name.trim());
  return (
    <Dialog opened onClose={onClose} title="Сохранить вид">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) onName(name.trim());
        }}
      >
        <TextInput
          label="Название"
          description={
            isTaken
              ? "Такой вид уже есть: он станет этим"
              : "Поиск, фильтры и сортировка откроются одним нажатием на любом вашем устройстве"
          }
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" variant="bid" disabled={!name.trim()}>
          {isTaken ? "Заменить" : "Сохранить"}
        </Button>
      </form>
    </Dialog>
  );
}
