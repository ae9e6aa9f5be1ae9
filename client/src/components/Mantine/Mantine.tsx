import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from "@mantine/core";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import type { ComponentType, ReactNode } from "react";
import { cssVariables, theme } from "./theme";

const whole = mergeMantineTheme(DEFAULT_THEME, theme);
const variables = convertCssVariables(
  deepMerge(defaultCssVariablesResolver(whole), cssVariables(whole)),
  ":root",
);

// Tests do without transitions.
const env = import.meta.env.MODE === "test" ? "test" : "default";

/**
 * What Mantine's components need above them. Pages that a first visit may show have none of those, so that they load
 * without: each part that does is wrapped in this, and both load when the part does.
 */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      env={env}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {/* Once in the head: the provider's own would be among the children of whatever the part stands in. */}
      <style href="mantine-variables" precedence="low">
        {variables}
      </style>
      {children}
    </MantineProvider>
  );
}

/** A component whose own parts are Mantine's. */
export function withMantine<P extends object>(Part: ComponentType<P>): ComponentType<P> {
  return function WithMantine(props) {
    return (
      <Mantine>
        <Part {...props} />
      </Mantine>
    );
  };
}
