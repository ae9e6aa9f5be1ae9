import type { ComponentProps } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import css from "./Header.module.css";

/** The button of the user's menu, also shown as a placeholder while the menu loads. */
export function UserButton({ name, ...props }: { name: string } & ComponentProps<"button">) {
  return (
    <Button
      {...props}
      variant="quiet"
      size="sm"
      className={css.user}
      leftSection={<Icon name="user" />}
      rightSection={<Icon name="chev" size="s" />}
    >
      {name}
    </Button>
  );
}
