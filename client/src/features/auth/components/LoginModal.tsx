import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon, type IconName } from "@/components/Icon/Icon";
import type { SignIn } from "@/lib/api/types";
import { useLogin } from "@/lib/auth/LoginProvider";
import { useAdoptSession } from "@/lib/auth/session";
import { profileUrl } from "@/lib/urls";
import { CallbackWay } from "./CallbackWay";
import { CallWay } from "./CallWay";
import { EmailWay } from "./EmailWay";
import css from "./LoginModal.module.css";

type Way = "call" | "callback" | "email";

/** The sign-in dialog with its three ways. Afterwards the interrupted act continues, or the profile opens. */
export default function LoginModal() {
  const { opened, intent, close } = useLogin();
  const [way, setWay] = useState<Way>("call");
  const [number, setNumber] = useState("");
  const [email, setEmail] = useState("");
  const adopt = useAdoptSession();
  const navigate = useNavigate();

  const finish = async (signIn: SignIn) => {
    close();
    await adopt(signIn);
    if (intent) intent.run(signIn.user);
    else navigate(profileUrl);
  };

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
          onSignIn={finish}
          onOtherWay={() => setWay("callback")}
        />
      )}
      {way === "callback" && <CallbackWay number={number} onNumber={setNumber} onSignIn={finish} />}
      {way === "email" && <EmailWay email={email} onEmail={setEmail} onSignIn={finish} />}
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
