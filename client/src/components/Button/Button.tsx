import type { ComponentPropsWithRef, ElementType, ReactNode } from "react";
import css from "./Button.module.css";

export type ButtonVariant = "default" | "bid" | "outline" | "quiet" | "warn" | "danger";

interface Look {
  variant?: ButtonVariant;
  size?: "sm" | "xs";
  fullWidth?: boolean;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
}

type ButtonProps<C extends ElementType> = Look & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Look | "component"
  >;

/**
 * A button, or with `component` a link that looks like one. `data-pending` shows that its call is not answered yet.
 * It is not Mantine's, which no first visit loads: every page has buttons.
 */
export function Button<C extends ElementType = "button">({
  component,
  variant = "default",
  size,
  fullWidth,
  leftSection,
  rightSection,
  className,
  children,
  ...rest
}: ButtonProps<C>) {
  const Root: ElementType = component ?? "button";
  return (
    <Root
      type={component ? undefined : "button"}
      {...rest}
      className={className ? `${css.root} ${className}` : css.root}
      data-variant={variant}
      data-size={size}
      data-block={fullWidth || undefined}
    >
      <span className={css.inner}>
        {leftSection && <span className={css.section}>{leftSection}</span>}
        <span className={css.label} data-part="label">
          {children}
        </span>
        {rightSection && (
          <span className={css.section} data-position="right">
            {rightSection}
          </span>
        )}
      </span>
    </Root>
  );
}
