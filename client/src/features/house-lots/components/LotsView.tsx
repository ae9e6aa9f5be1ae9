import { Button, Menu, Select } from "@mantine/core";
import { useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import { COLUMNS } from "../model/columns";
import {
  columnsOf,
  keepColumns,
  keepView,
  keptView,
  VIEWS,
  type ViewName,
  type Visibility,
} from "../model/view";
import css from "./HouseLotsPage.module.css";

interface LotsViewProps {
  visibility: Visibility;
  onVisibility: (visibility: Visibility) => void;
}

/** Which columns the grid shows: those of a view, or the reader's own choice. The browser keeps both. */
export function LotsView({ visibility, onVisibility }: LotsViewProps) {
  const [view, setView] = useState<ViewName>(keptView);
  return (
    <>
      <Select
        aria-label="Вид"
        className={css.view}
        data={Object.entries(VIEWS).map(([value, label]) => ({
          value,
          label: `Вид: ${label.toLocaleLowerCase("ru")}`,
        }))}
        value={view}
        onChange={(value) => {
          const next = (value ?? "prices") as ViewName;
          setView(next);
          keepView(next);
          onVisibility(columnsOf(next));
        }}
      />
      <Menu closeOnItemClick={false}>
        <Menu.Target>
          <Button size="xs" className={css.columns} leftSection={<Icon name="cols" />}>
            Колонки
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {COLUMNS.filter(({ field }) => field !== "catalogLotId" && field !== "titleRu").map(
            ({ field, label }) => (
              <Menu.CheckboxItem
                key={field}
                checked={visibility[field] !== false}
                onChange={(checked) => {
                  const next = { ...visibility, [field]: checked };
                  onVisibility(next);
                  keepColumns(next);
                  setView("own");
                  keepView("own");
                }}
              >
                {label}
              </Menu.CheckboxItem>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
