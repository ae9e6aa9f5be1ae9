import { Menu } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { Catalog } from "@/lib/api/types";
import { count, quoted } from "@/lib/format";
import { offerUndo } from "@/staff/actions/undo";
import { isRunning } from "../api/cabinet";
import { useCatalogCommand } from "../api/catalogs";
import type { CatalogForm } from "../model/catalogForm";
import { cabinetUrl } from "../model/sections";
import { CommandDialog } from "./CommandDialog";
import css from "./catalogs.module.css";

interface CatalogMenuProps {
  catalog: Catalog;
  copy: CatalogForm;
  canCancel: boolean;
}

/** «Действия»: duplicates, hides, cancels and deletes a catalog. */
export function CatalogMenu({ catalog, copy, canCancel }: CatalogMenuProps) {
  const { id, houseId, hidden } = catalog;
  const navigate = useNavigate();
  // Items unmount with the menu, so what waits for an answer lives here.
  const toggleHidden = useToggleHidden(catalog);
  const [asked, setAsked] = useState<"cancel" | "delete" | null>(null);
  const canDelete = !isRunning(catalog.state);
  return (
    <>
      <Menu width={240}>
        <Menu.Target>
          <Button size="xs" rightSection={<Icon name="chev" size="s" />}>
            Действия
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="copy" size="s" />}
            onClick={() =>
              void navigate(cabinetUrl(houseId, "catalogs/new"), {
                state: {
                  copy: { ...copy, title: `${copy.title} (копия)`.slice(0, 300), startDate: "", endDate: "" },
                },
              })
            }
          >
            Дублировать
          </Menu.Item>
          <Menu.Item leftSection={<Icon name={hidden ? "eye" : "eyeoff"} size="s" />} onClick={toggleHidden}>
            {hidden ? "Показать" : "Скрыть"}
          </Menu.Item>
          {(canCancel || canDelete) && <Menu.Divider />}
          {canCancel && (
            <Menu.Item
              className={css.danger}
              leftSection={<Icon name="x" size="s" />}
              onClick={() => setAsked("cancel")}
            >
              Отменить торги
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item
              className={css.danger}
              leftSection={<Icon name="trash" size="s" />}
              onClick={() => setAsked("delete")}
            >
              Удалить каталог
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <CommandDialog
        catalogId={id}
        command="cancel"
        done="Торги отменены"
        opened={asked === "cancel"}
        title="Отменить торги?"
        confirm="Отменить торги"
        onClose={() => setAsked(null)}
      >
        <p className="small">
          {quoted(catalog.title)}. Открытые лоты станут непроданными, ставки потеряют силу, все участники
          получат уведомления. Вернуть это нельзя, запись останется в журнале.
        </p>
      </CommandDialog>
      <CommandDialog
        catalogId={id}
        command="delete"
        done="Каталог удалён"
        onDone={() => void navigate(cabinetUrl(houseId, "catalogs"))}
        opened={asked === "delete"}
        title="Удалить каталог?"
        confirm="Удалить"
        onClose={() => setAsked(null)}
      >
        <p className="small">
          {quoted(catalog.title)}, {count(catalog.lotsCount, ["лот", "лота", "лотов"])}. Лоты вернутся в
          запасник дома, аукционисты потеряют роль. Запись останется в журнале.
        </p>
      </CommandDialog>
    </>
  );
}

/** Hides the catalog or shows it again, which can be taken back for a while. */
function useToggleHidden({ id, hidden }: Pick<Catalog, "id" | "hidden">): () => void {
  const { mutate, mutateAsync } = useCatalogCommand(id);
  return () =>
    mutate(hidden ? "show" : "hide", {
      onSuccess: () =>
        offerUndo({
          key: `catalog:${id}`,
          done: hidden ? "Каталог показан" : "Каталог скрыт",
          undo: () => mutateAsync(hidden ? "hide" : "show"),
        }),
    });
}
