import { Switch } from "@mantine/core";
import { useState } from "react";
import { Badge } from "@/components/Badge/Badge";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Icon } from "@/components/Icon/Icon";
import type { House } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { Block } from "@/staff/blocks/Block";
import { type HouseSwitch, useHouseSwitch } from "../api/house";
import css from "./profile.module.css";

interface Part {
  which: HouseSwitch;
  label: string;
  /** What the part is while it is on, and while it is off. */
  states: readonly [on: string, off: string];
  /** What turning it off does. */
  off: string;
}

const SWITCHES: readonly Part[] = [
  {
    which: "gallery",
    label: "Галерея",
    states: ["включена", "выключена"],
    off: "Галерея дома и её лоты скроются от покупателей.",
  },
  {
    which: "storage",
    label: "Запасник",
    states: ["включён", "выключен"],
    off: "Запасник перестанет принимать лоты; те, что в нём, останутся.",
  },
  {
    which: "postauction",
    label: "ПостАукцион",
    states: ["включён", "выключен"],
    off: "ПостАукцион и его лоты скроются от покупателей.",
  },
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
        {SWITCHES.map(({ which, label, states: [on, off] }) => (
          <li key={which}>
            {isAdmin ? (
              <Switch
                label={label}
                checked={isOn[which]}
                disabled={change.isPending}
                onChange={(event) =>
                  event.currentTarget.checked ? change.mutate({ which, on: true }) : setAsked(which)
                }
              />
            ) : (
              <span className={css.part}>
                {label}{" "}
                {isOn[which] ? (
                  <Badge variant="won" leftSection={<Icon name="check" size="s" />}>
                    {on}
                  </Badge>
                ) : (
                  <Badge>{off}</Badge>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {!isAdmin && <p className="caption">Включает и выключает разделы администратор площадки.</p>}
      <ConfirmDialog
        opened={off !== undefined}
        title={`Выключить: ${off?.label ?? ""}?`}
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
