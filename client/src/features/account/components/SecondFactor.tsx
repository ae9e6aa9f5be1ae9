import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Wait } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import {
  secondFactorOptions,
  useAcceptSecondFactor,
  useBeginSecondFactor,
  useRemoveSecondFactor,
  useReplaceRecoveryCodes,
} from "../api/secondFactor";
import css from "./account.module.css";
import { QrCode } from "./QrCode";

type Step = "setUp" | "remove" | "replace";

/** The second step of the user's sign-in: whether it is on, and the dialogs that change that. */
export function SecondFactor() {
  const query = useQuery(secondFactorOptions());
  const { data } = query;
  const [step, setStep] = useState<Step | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (!data) return <Wait query={query} h={96} mt={16} />;
  const close = () => {
    setStep(null);
    setCodes(null);
  };
  return (
    <div className={css.secondFactor}>
      <p className="caption">
        {data.isOn
          ? `Включён: при входе нужен код из приложения. Кодов восстановления осталось: ${data.recoveryCodesLeft}.`
          : "При входе, кроме кода, будет нужен код из приложения на вашем телефоне: так чужой не войдёт, даже если узнает код из письма или звонка."}
      </p>
      {data.isObligatory && !data.isOn && (
        <p className={css.warning} role="alert">
          Администраторам и владельцам домов двухэтапный вход обязателен. Пока он не включён, ваши права не
          действуют.
        </p>
      )}
      <p className={css.acts}>
        {data.isOn ? (
          <>
            <Button size="sm" onClick={() => setStep("replace")}>
              Новые коды восстановления
            </Button>
            {!data.isObligatory && (
              <Button size="sm" onClick={() => setStep("remove")}>
                Отключить
              </Button>
            )}
          </>
        ) : (
          <Button variant="bid" onClick={() => setStep("setUp")}>
            Включить
          </Button>
        )}
      </p>
      <Dialog
        opened={step !== null}
        onClose={close}
        title={codes ? "Коды восстановления" : TITLES[step ?? "setUp"]}
      >
        {codes ? (
          <Codes codes={codes} onDone={close} />
        ) : (
          <>
            {step === "setUp" && <SetUp onCodes={setCodes} />}
            {step === "replace" && <Replace onCodes={setCodes} />}
            {step === "remove" && <Remove onDone={close} />}
          </>
        )}
      </Dialog>
    </div>
  );
}

const TITLES: Record<Step, string> = {
  setUp: "Двухэтапный вход",
  replace: "Новые коды восстановления",
  remove: "Отключить двухэтапный вход",
};

function SetUp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const begin = useBeginSecondFactor();
  const accept = useAcceptSecondFactor();
  if (!begin.data) {
    return (
      <div className={css.steps}>
        <p>
          Нужно приложение для кодов входа, например Яндекс Ключ, Google Authenticator или Aegis. Установите
          его на телефон.
        </p>
        <Button
          variant="bid"
          fullWidth
          data-autofocus
          data-pending={begin.isPending || undefined}
          onClick={() => begin.mutate()}
        >
          Показать код для приложения
        </Button>
      </div>
    );
  }
  return (
    <div className={css.steps}>
      <p>Отсканируйте код приложением, затем введите шесть цифр, которые оно покажет.</p>
      <QrCode text={begin.data.uri} label="Код для приложения" />
      <p className="caption">
        Не сканируется? Введите в приложении ключ <span className={css.secret}>{begin.data.secret}</span>
      </p>
      <CodeForm
        confirm="Включить"
        error={accept.error}
        isPending={accept.isPending}
        onCode={(code) => accept.mutate(code, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })}
      />
    </div>
  );
}

function Replace({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const replace = useReplaceRecoveryCodes();
  return (
    <div className={css.steps}>
      <p>Прежние коды восстановления перестанут действовать.</p>
      <CodeForm
        confirm="Получить новые коды"
        error={replace.error}
        isPending={replace.isPending}
        onCode={(code) => replace.mutate(code, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })}
      />
    </div>
  );
}

function Remove({ onDone }: { onDone: () => void }) {
  const remove = useRemoveSecondFactor();
  return (
    <div className={css.steps}>
      <p>Для входа будет достаточно кода из письма или звонка.</p>
      <CodeForm
        confirm="Отключить"
        error={remove.error}
        isPending={remove.isPending}
        onCode={(code) =>
          remove.mutate(code, {
            onSuccess: () => {
              tellSuccess("Двухэтапный вход отключён", { life: 3000 });
              onDone();
            },
          })
        }
      />
    </div>
  );
}

interface CodeFormProps {
  confirm: ReactNode;
  error: Error | null;
  isPending: boolean;
  onCode: (code: string) => void;
}

function CodeForm({ confirm, error, isPending, onCode }: CodeFormProps) {
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim() || isPending) return;
    onCode(code.trim());
    setCode("");
  };
  return (
    <form className={css.steps} noValidate onSubmit={submit}>
      <TextInput
        label="Код из приложения"
        autoComplete="one-time-code"
        value={code}
        error={error && !code ? faultText(error) : undefined}
        data-autofocus
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="bid" fullWidth data-pending={isPending || undefined}>
        {confirm}
      </Button>
    </form>
  );
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className={css.steps}>
      <p>
        Каждый из этих кодов один раз заменит код из приложения, если телефон потерян. Сохраните их: больше мы
        их не покажем.
      </p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button
        fullWidth
        onClick={() =>
          void navigator.clipboard
            .writeText(codes.join("\n"))
            .then(() => tellSuccess("Коды скопированы", { life: 3000 }))
        }
      >
        Скопировать
      </Button>
      <Button variant="bid" fullWidth onClick={onDone}>
        Коды сохранены
      </Button>
    </div>
  );
}
