import { Menu } from "@mantine/core";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { ViewsMenu } from "@/staff/table/ViewsMenu";
import { COLUMNS } from "../model/columns";
import { columnsOf, columnsText, PRESETS } from "../model/view";

interface LotsViewProps {
  /** The columns as the address names them. */
  columns: string;
  onColumns: (columns: string) => void;
}

/** The parameters that views of the lots leave as they are. */
export const KEEPS = ["catalog"];

/** Which lots and columns the grid shows: a view, or the reader's own choice. */
export function LotsView({ columns, onColumns }: LotsViewProps) {
  const visibility = columnsOf(columns);
  return (
    <>
      <ViewsMenu table="lots" keeps={KEEPS} presets={PRESETS} implied={{ columns }} />
      <Menu closeOnItemClick={false}>
        <Menu.Target>
          <Button size="xs" leftSection={<Icon name="cols" size="s" />}>
            Столбцы
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {COLUMNS.filter(({ field }) => field !== "catalogLotId" && field !== "titleRu").map(
            ({ field, label }) => (
              <Menu.CheckboxItem
                key={field}
                checked={visibility[field] !== false}
                onChange={(checked) => onColumns(columnsText({ ...visibility, [field]: checked }))}
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
