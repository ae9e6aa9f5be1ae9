import { Button, Menu, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import { type SavedView, savedViews, saveViews } from "./views";

/** Parameters that name a page of the list or what is open of it. A view has neither. */
const PASSING = ["page", "id", "order", "query"];

interface ViewsMenuProps {
  table: string;
  /** Parameters of the page around the list, «catalog»: views leave them as they are. */
  keeps?: readonly string[];
}

/** The saved views of a table: open one, save the current one, or drop it. They stay in this browser. */
export function ViewsMenu({ table, keeps = [] }: ViewsMenuProps) {
  const { pathname, search } = useLocation();
  const [views, setViews] = useState<SavedView[]>(() => savedViews(table));
  const [naming, setNaming] = useState(false);
  const all = [...new URLSearchParams(search)];
  const current = new URLSearchParams(
    all.filter(([name]) => !PASSING.includes(name) && !keeps.includes(name)),
  ).toString();
  const kept = new URLSearchParams(all.filter(([name]) => keeps.includes(name))).toString();
  const to = (query: string) => {
    const whole = [kept, query].filter(Boolean).join("&");
    return whole ? `${pathname}?${whole}` : pathname;
  };
  const shown = views.find(({ query }) => query === current);
  const keep = (next: SavedView[]) => {
    saveViews(table, next);
    setViews(next);
  };
  return (
    <>
      <Menu width={260}>
        <Menu.Target>
          <Button size="xs" rightSection={<Icon name="chev" size="s" />}>
            {shown ? shown.name : "Виды"}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map(({ name, query }) => (
            <Menu.Item key={name} component={Link} to={to(query)}>
              {name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          {shown ? (
            <Menu.Item onClick={() => keep(views.filter((view) => view !== shown))}>
              Удалить вид «{shown.name}»
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => setNaming(true)}>Сохранить этот вид</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            keep([...views.filter((view) => view.name !== name), { name, query: current }]);
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const [name, setName] = useState("");
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
          description="Поиск, фильтры и сортировка откроются одним нажатием"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" variant="bid" disabled={!name.trim()}>
          Сохранить
        </Button>
      </form>
    </Dialog>
  );
}
