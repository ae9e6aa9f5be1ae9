import { useHotkeys } from "@mantine/hooks";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";

interface LotsPageActionsProps {
  addUrl: string;
  /** Null where lots cannot be imported. */
  importUrl: string | null;
  canExport: boolean;
  onExport: () => void;
}

/** The buttons beside the title; N adds a lot. */
export function LotsPageActions({ addUrl, importUrl, canExport, onExport }: LotsPageActionsProps) {
  const navigate = useNavigate();
  useHotkeys([["N", () => void navigate(addUrl), { usePhysicalKeys: true }]]);
  return (
    <>
      {importUrl && (
        <Button size="xs" component={Link} to={importUrl} leftSection={<Icon name="upload" size="s" />}>
          Импорт
        </Button>
      )}
      <Button
        size="xs"
        leftSection={<Icon name="download" size="s" />}
        disabled={!canExport}
        onClick={onExport}
      >
        Выгрузить
      </Button>
      <Button
        size="xs"
        component={Link}
        to={addUrl}
        leftSection={<Icon name="plus" size="s" />}
        rightSection={<Kbd>N</Kbd>}
      >
        Добавить лот
      </Button>
    </>
  );
}
