import type { HouseOrder, UntrustedUser } from "@/lib/api/types";
import { moscow } from "@/lib/format";
import type { ExportColumn } from "@/staff/table/ExportButton";
import { orderStatusLabel } from "@/trade/enums";

/** Registration requests as a table. */
export const ORDER_COLUMNS: readonly ExportColumn<HouseOrder>[] = [
  { title: "Имя", value: ({ displayName }) => displayName },
  { title: "Телефон", value: ({ phone }) => phone },
  { title: "E-mail", value: ({ eMail }) => eMail },
  { title: "Состояние", value: ({ status }) => orderStatusLabel[status] ?? null },
  { title: "Доверенный", value: ({ isTrusted }) => (isTrusted ? "Да" : "Нет") },
  { title: "Особый список", value: ({ untrusted }) => (untrusted ? "Да" : "Нет") },
  { title: "Пояснение", value: ({ note }) => note },
  { title: "Подана (МСК)", value: ({ created }) => moscow(created) },
  { title: "Решена (МСК)", value: ({ decided }) => decided && moscow(decided) },
  { title: "Заключение", value: ({ conclusion }) => conclusion },
];

/** The people a house does not trust, as a table. */
export const UNTRUSTED_COLUMNS: readonly ExportColumn<UntrustedUser>[] = [
  { title: "Имя", value: ({ displayName }) => displayName },
  { title: "Телефон", value: ({ login }) => login },
  { title: "E-mail", value: ({ eMail }) => eMail },
  { title: "Причина", value: ({ reason }) => reason },
  { title: "Кто добавил", value: ({ addedBy }) => addedBy },
  { title: "Добавлен (МСК)", value: ({ created }) => moscow(created) },
];
