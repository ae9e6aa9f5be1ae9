import { type ReactNode, useState } from "react";
import { Button, type ButtonVariant } from "@/components/Button/Button";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { RegistrationDialog } from "./RegistrationDialog";

interface RegisterButtonProps {
  houseId: number;
  variant?: ButtonVariant;
  size?: "sm";
  className?: string;
  children?: ReactNode;
}

/** Opens the form for registering with a house, after signing in if necessary. */
export function RegisterButton({ houseId, children = "Зарегистрироваться", ...look }: RegisterButtonProps) {
  const requireLogin = useRequireLogin();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        {...look}
        data-act="lot"
        onClick={() =>
          requireLogin(() => setAsking(true), "После входа откроем заявку на регистрацию в аукционном доме.")
        }
      >
        {children}
      </Button>
      <RegistrationDialog houseId={houseId} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
