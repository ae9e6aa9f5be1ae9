import { Component, type ReactNode } from "react";
import { Fault } from "./Fault";

interface Props {
  children: ReactNode;
  /** A new key retries, such as the id of another lot. */
  resetKey?: string | number;
  /** Shown instead of the panel, if not the usual text with a button that tries again. */
  fault?: (error: unknown) => ReactNode;
}

interface State {
  error: unknown;
  key: Props["resetKey"];
}

/** Keeps an error in one panel (the live room, a carousel) from breaking the page. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error("unknown") };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey };
  }

  override render() {
    const { error } = this.state;
    if (error !== null) {
      const { fault } = this.props;
      if (fault) return fault(error);
      return <Fault error={error} retry={() => this.setState({ error: null })} />;
    }
    return this.props.children;
  }
}
