import { useQuery } from "@tanstack/react-query";
import { Dialog } from "@/components/Dialog/Dialog";
import { typeset } from "@/lib/format";
import { houseOptions } from "@/trade/api/catalog";
import { RegistrationForm } from "./RegistrationForm";

export interface RegistrationRequestProps {
  houseId: number;
  opened: boolean;
  onClose: () => void;
}

export default function RegistrationRequest({ houseId, opened, onClose }: RegistrationRequestProps) {
  const { data: house } = useQuery(houseOptions(houseId));
  const title = house ? `Регистрация: ${typeset(house.nameRu)}` : "Регистрация в аукционном доме";
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
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
