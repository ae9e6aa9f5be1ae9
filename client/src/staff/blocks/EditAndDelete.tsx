import { Button } from "@/components/Button/Button";

interface EditAndDeleteProps {
  /** What the row is about, for screen readers: «Изменить: Осенние торги». */
  title: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The two actions at the end of a row. */
export function EditAndDelete({ title, onEdit, onDelete }: EditAndDeleteProps) {
  return (
    <>
      <Button size="xs" aria-label={`Изменить: ${title}`} onClick={onEdit}>
        Изменить
      </Button>
      <Button size="xs" variant="quiet" aria-label={`Удалить: ${title}`} onClick={onDelete}>
        Удалить
      </Button>
    </>
  );
}
