import { Once } from "@/components/Dialog/Dialog";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import type { RegistrationRequestProps } from "./RegistrationRequest";

const RegistrationRequest = lazyDialog(() => import("./RegistrationRequest"));

/** The request of a registration. Its fields weigh more than the page below, so they are loaded when it first opens. */
export function RegistrationDialog(props: RegistrationRequestProps) {
  return (
    <Once opened={props.opened}>
      <RegistrationRequest {...props} />
    </Once>
  );
}
