import { Fragment } from "react";

/** An address that breaks after its @ or a dot, where it is too long for its line, rather than inside a word. */
export function Email({ address }: { address: string }) {
  return address.split(/(?<=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat and never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
