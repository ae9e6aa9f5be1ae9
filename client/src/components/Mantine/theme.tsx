import { type CSSVariablesResolver, createTheme } from "@mantine/core";
import button from "../Button/Button.module.css";
import field from "../Field/Field.module.css";
import { Icon } from "../Icon/Icon";
import check from "./check.module.css";
import dialog from "./dialog.module.css";
import menu from "./menu.module.css";
import segmented from "./segmented.module.css";
import switches from "./switch.module.css";
import toast from "./toast.module.css";

const ink = [
  "#faf8f4",
  "#f1ede4",
  "#e8e2d6",
  "#e4ded3",
  "#bdb4a7",
  "#8c8375",
  "#6b6357",
  "#575046",
  "#352f29",
  "#1c1a17",
] as const;

const fieldClasses = {
  label: field.label,
  input: field.input,
  error: field.error,
  description: field.hint,
};

/** Mantine's theme: which component takes which token. The values are in tokens.css. */
export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: "ink",
  colors: { ink },
  fontFamily: "var(--sans)",
  headings: { fontFamily: "var(--serif)", fontWeight: "500" },
  defaultRadius: "var(--r)",
  focusRing: "auto",
  cursorType: "pointer",
  breakpoints: { xs: "22.5em", sm: "45em", md: "62.5em", lg: "68.75em", xl: "73.75em" },
  components: {
    // Within Mantine's own components, such as the editor of links.
    Button: {
      defaultProps: { variant: "default" },
      classNames: { root: button.root, inner: button.inner, label: button.label, section: button.section },
    },
    InputBase: { classNames: fieldClasses },
    TextInput: { classNames: fieldClasses, defaultProps: { errorProps: { role: "alert" } } },
    NumberInput: { classNames: fieldClasses, defaultProps: { hideControls: true } },
    Textarea: { classNames: fieldClasses },
    FileInput: { classNames: fieldClasses, defaultProps: { placeholder: "Выбрать файл" } },
    Select: {
      classNames: { ...fieldClasses, dropdown: menu.dropdown, option: menu.item },
      defaultProps: {
        allowDeselect: false,
        comboboxProps: { shadow: "none" },
        checkIconPosition: "right",
        rightSection: <Icon name="chev" size="s" />,
        rightSectionPointerEvents: "none",
      },
    },
    TagsInput: {
      classNames: { ...fieldClasses, dropdown: menu.dropdown, option: menu.item },
      defaultProps: { comboboxProps: { shadow: "none" } },
    },
    Menu: {
      classNames: { dropdown: menu.dropdown, item: menu.item, label: menu.label, divider: menu.divider },
      defaultProps: { shadow: "none", position: "bottom-end", withInitialFocusPlaceholder: false },
    },
    Checkbox: { classNames: check },
    Radio: { classNames: { ...check, radio: check.input } },
    Modal: {
      classNames: dialog,
      defaultProps: {
        size: 480,
        centered: true,
        overlayProps: { className: dialog.overlay },
        closeButtonProps: { "aria-label": "Закрыть", iconSize: 18 },
        transitionProps: { duration: 250 },
      },
    },
    // The page's own header is its only banner.
    ModalHeader: { defaultProps: { role: "presentation" } },
    DrawerHeader: { defaultProps: { role: "presentation" } },
    Drawer: {
      classNames: { content: dialog.drawer, header: dialog.header, title: dialog.title, close: dialog.close },
      defaultProps: { closeButtonProps: { "aria-label": "Закрыть", iconSize: 18 } },
    },
    SegmentedControl: { classNames: segmented },
    Switch: { classNames: switches, defaultProps: { labelPosition: "left", withThumbIndicator: false } },
    Notification: {
      classNames: toast,
      defaultProps: { closeButtonProps: { "aria-label": "Закрыть", iconSize: 18 } },
    },
  },
});

/** Both color schemes point at the same tokens, which hold a light and a dark value each. */
export const cssVariables: CSSVariablesResolver = () => {
  const scheme = {
    "--mantine-color-body": "var(--ground)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-dimmed": "var(--ink-2)",
    "--mantine-color-placeholder": "var(--ink-3)",
    "--mantine-color-error": "var(--red)",
    "--mantine-color-anchor": "var(--ink)",
    "--mantine-color-default": "transparent",
    "--mantine-color-default-hover": "var(--wall)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-border": "var(--line-strong)",
    "--mantine-color-disabled": "var(--wall-deep)",
    "--mantine-color-disabled-color": "var(--ink-3)",
    "--mantine-color-disabled-border": "transparent",
  };
  return { variables: {}, light: scheme, dark: scheme };
};
