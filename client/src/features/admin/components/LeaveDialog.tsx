import { NumberInput } from "@mantine/core";
import type { AccountInfo } from "@/lib/api/types";
import { useLeaveForDeveloper } from "../api/accounts";
import { FormDialog } from "./FormDialog";
import { HouseSelect } from "./HouseSelect";

/** Shows a developer for some days what a house has not published. */
export function LeaveDialog({ account, onClose }: { account: AccountInfo; onClose: () => void }) {
  const leave = useLeaveForDeveloper();
  return (
    <FormDialog
      title="Допуск к неопубликованному"
      initial={{ house: "", days: 7 }}
      validate={({ house }) => ({ house: house ? null : "Выберите дом" })}
      confirm="Сохранить"
      done="Допуск сохранён"
      onClose={onClose}
      save={({ house, days }) => leave.mutateAsync({ account, houseId: Number(house), days })}
    >
      {(form) => (
        <>
          <p className="small muted">
            {account.displayName} увидит в журнале черновики, скрытые лоты и хранение дома. Имена, адреса,
            резервы и заочные ставки остаются скрытыми.
          </p>
          <HouseSelect label="Дом" {...form.getInputProps("house")} />
          <NumberInput
            label="Дней"
            description="От 1 до 30; 0 закрывает допуск"
            min={0}
            max={30}
            allowDecimal={false}
            {...form.getInputProps("days")}
          />
        </>
      )}
    </FormDialog>
  );
}
