import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon, type IconName } from "@/components/Icon/Icon";
import { ApiError } from "@/lib/api/errors";
import type { SignIn } from "@/lib/api/types";
import { useLogin } from "@/lib/auth/LoginProvider";
import { useAdoptSession } from "@/lib/auth/session";
import { profileUrl } from "@/lib/urls";
import type { SignInWith } from "../api/login";
import { useConsent } from "../model/useConsent";
import { CallbackWay } from "./CallbackWay";
import { CallWay } from "./CallWay";
import { EmailWay } from "./EmailWay";
import css from "./LoginModal.module.css";
import { SecondFactorStep } from "./SecondFactorStep";

type Way = "call" | "callback" | "email";

/**
 * The sign-in dialog with its three ways, and the second step of accounts that have one. Afterwards the
 * interrupted action continues, or the profile opens.
 */
export default function LoginModal() {
  const { opened, intent, close } = useLogin();
  const [way, setWay] = useState<Way>("call");
  const [number, setNumber] = useState("");
  const [email, setEmail] = useState("");
  const [halfway, setHalfway] = useState<SignInWith | null>(null);
  const consent = useConsent();
  const adopt = useAdoptSession();
  const navigate = useNavigate();

  const finish = async (signIn: SignIn) => {
    close();
    await adopt(signIn);
    if (intent) intent.run(signIn.user);
    else navigate(profileUrl);
  };

  const enter = async (signIn: SignInWith) => {
    try {
      await finish(await signIn());
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "second_factor_required")) throw error;
      setHalfway(() => signIn);
    }
  };

  if (halfway) {
    return (
      <Dialog opened={opened} onClose={close} title="Вход">
        <SecondFactorStep enter={async (code) => finish(await halfway(code))} />
      </Dialog>
    );
  }
  return (
    <Dialog opened={opened} onClose={close} title="Вход">
      <SegmentedControl
        fullWidth
        aria-label="Способ входа"
        className={css.ways}
        value={way}
        onChange={(value) => setWay(value as Way)}
        data={[
          { value: "call", label: wayLabel("phone", "Вам позвонят") },
          { value: "callback", label: wayLabel("callout", "Вы звоните") },
          { value: "email", label: wayLabel("mail", "Код на e-mail") },
        ]}
      />
      {way === "call" && (
        <CallWay
          number={number}
          onNumber={setNumber}
          consent={consent}
          onSignIn={enter}
          onOtherWay={() => setWay("callback")}
        />
      )}
      {way === "callback" && (
        <CallbackWay number={number} onNumber={setNumber} consent={consent} onSignIn={enter} />
      )}
      {way === "email" && (
        <EmailWay
          email={email}
          onEmail={setEmail}
          consent={consent}
          onSignIn={enter}
          onOtherWay={() => setWay("callback")}
        />
      )}
      {intent?.note && <p className={`caption ${css.note}`}>{intent.note}</p>}
    </Dialog>
  );
}

function wayLabel(icon: IconName, text: string): ReactNode {
  return (
    <>
      <Icon name={icon} />
      {text}
    </>
  );
}
