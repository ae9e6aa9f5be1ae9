import { Switch } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import type { House } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { Block } from "@/staff/blocks/Block";
import { type HouseSwitch, useHouseSwitch } from "../api/house";
import css from "./profile.module.css";

const SWITCHES: readonly { which: HouseSwitch; label: string; off: string }[] = [
  { which: "gallery", label: "Галерея", off: "Галерея дома и её лоты скроются от покупателей." },
  {
    which: "storage",
    label: "Запасник",
    off: "Запасник перестанет принимать лоты; те, что в нём, останутся.",
  },
  { which: "postauction", label: "Постаукцион", off: "Постаукцион и его лоты скроются от покупателей." },
];

/** The parts of the site a house takes part in. Only admins switch them; the house sees what is on. */
export function HouseSwitches({ house }: { house: House }) {
  const { isAdmin } = useSession();
  const change = useHouseSwitch(house.id);
  const [asked, setAsked] = useState<HouseSwitch | null>(null);
  const isOn: Record<HouseSwitch, boolean> = {
    gallery: house.isGallery,
    storage: house.isStorage,
    postauction: house.isPostAuction,
  };
  const off = SWITCHES.find(({ which }) => which === asked);
  return (
    <Block title="Разделы">
      <ul className={css.switches}>
        {SWITCHES.map(({ which, label }) => (
          <li key={which}>
            <Switch
              label={label}
              checked={isOn[which]}
              disabled={!isAdmin || change.isPending}
              onChange={(event) =>
                event.currentTarget.checked ? change.mutate({ which, on: true }) : setAsked(which)
              }
            />
          </li>
        ))}
      </ul>
      {!isAdmin && <p className="caption">Разделы включает администратор площадки.</p>}
      <ConfirmDialog
        opened={off !== undefined}
        title={`Выключить: ${off?.label.toLowerCase() ?? ""}`}
        confirm="Выключить"
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) change.mutate({ which: asked, on: false });
          setAsked(null);
        }}
      >
        <p className="small">{off?.off} Включить можно в любое время.</p>
      </ConfirmDialog>
    </Block>
  );
}
