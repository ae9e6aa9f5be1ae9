import { Select, type SelectProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import { withMantine } from "../Mantine/Mantine";

/** Mantine's Select, pressed as soon as it is there: it opens at the chosen value. */
function Dropdown(props: SelectProps<string>) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.click();
  }, []);
  return <Select ref={field} {...props} />;
}

export default withMantine(Dropdown);
