import { Menu } from "@mantine/core";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";

interface ColumnsMenuProps {
  columns: readonly { id: string; title: string; shown: boolean }[];
  onSwitch: (id: string) => void;
}

/** Which columns a table shows. */
export function ColumnsMenu({ columns, onSwitch }: ColumnsMenuProps) {
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button size="xs" leftSection={<Icon name="cols" size="s" />}>
          Столбцы
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, title, shown }) => (
          <Menu.CheckboxItem key={id} checked={shown} onChange={() => onSwitch(id)}>
            {title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
