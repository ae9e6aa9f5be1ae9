import { Dialog } from "@/components/Dialog/Dialog";
import { RegistrationForm } from "./RegistrationForm";

export interface RegistrationRequestProps {
  houseId: number;
  opened: boolean;
  onClose: () => void;
}

export default function RegistrationRequest({ houseId, opened, onClose }: RegistrationRequestProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Регистрация в аукционном доме">
      <RegistrationForm
        houseId={houseId}
        field={{
          label: "Комментарий к заявке",
          description: "Необязательно: что вы собираете, кто может вас рекомендовать",
          inputWrapperOrder: ["label", "input", "description", "error"],
          minRows: 3,
          "data-autofocus": true,
        }}
        onSent={onClose}
      >
        <p className="small muted">
          Аукционный дом рассмотрит заявку и увидит ваше имя, телефон и e-mail. О решении мы сообщим.
        </p>
      </RegistrationForm>
    </Dialog>
  );
}
