import { lazy } from "react";
import { Once } from "@/components/Dialog/Dialog";

const RegistrationRequest = lazy(() => import("./RegistrationRequest"));

export interface RegistrationDialogProps {
  houseId: number;
  opened: boolean;
  onClose: () => void;
}

/** The request of a registration. Its fields weigh more than the page below, so they are loaded when it first opens. */
export function RegistrationDialog(props: RegistrationDialogProps) {
  return (
    <Once opened={props.opened}>
      <RegistrationRequest {...props} />
    </Once>
  );
}
