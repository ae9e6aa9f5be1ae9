import { FileInput, type FileInputProps } from "@mantine/core";
import { Icon } from "@/components/Icon/Icon";
import css from "./admin.module.css";

/** Chooses a picture. It is pressed like a button: nothing is typed into it. */
export function PictureField(props: FileInputProps) {
  return (
    <FileInput
      classNames={{ input: css.file }}
      leftSection={<Icon name="upload" />}
      accept="image/jpeg,image/png,image/webp"
      clearable
      clearButtonProps={{ "aria-label": "Убрать изображение" }}
      {...props}
    />
  );
}
