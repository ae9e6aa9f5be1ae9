import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { phone, phoneUrl, price } from "@/lib/format";
import { houseOptions } from "@/trade/api/catalog";
import { Standing } from "@/trade/components/Standing/Standing";
import { houseUrl } from "@/trade/urls";
import css from "./UntrustedNote.module.css";

interface UntrustedNoteProps {
  houseId: number;
  /** The limit of bidders whom the house does not trust. */
  cap: number;
  currency: number;
  /** The least bet now. */
  minBet: number;
}

/** The limit of a bidder whom the house does not trust, said before they bid, with the way to raise it. */
export function UntrustedNote({ houseId, cap, currency, minBet }: UntrustedNoteProps) {
  const isPassed = minBet > cap;
  return (
    <Standing
      tone="plain"
      icon={isPassed ? "warn" : "key"}
      title={`Ваш предел ${price(cap, currency)}`}
      detail={
        isPassed
          ? `Минимальная ставка уже ${price(minBet, currency)}. Дом снимает предел доверенным покупателям`
          : "Дом снимает предел доверенным покупателям"
      }
      action={<RaiseCap houseId={houseId}>Снять предел</RaiseCap>}
    />
  );
}

/** Opens how to become trusted by a house. */
export function RaiseCap({
  houseId,
  className,
  children,
}: {
  houseId: number;
  className?: string;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="sm" className={className} onClick={() => setOpened(true)}>
        {children}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Как снять предел ставок">
        <HowToBeTrusted houseId={houseId} />
      </Dialog>
    </>
  );
}

function HowToBeTrusted({ houseId }: { houseId: number }) {
  const { data: house } = useQuery(houseOptions(houseId));
  return (
    <div className={css.how}>
      <p>
        Доверие даёт аукционный дом. Свяжитесь с ним и назовите телефон или e-mail из вашего профиля: дом
        проверит данные, и ставки будут без предела, а заочные станут доступны.
      </p>
      {house && (
        <ul>
          {house.phone && (
            <li>
              <a className="link num" href={phoneUrl(house.phone)}>
                {phone(house.phone)}
              </a>
            </li>
          )}
          {house.email && (
            <li>
              <a className="link" href={`mailto:${house.email}`}>
                {house.email}
              </a>
            </li>
          )}
          <li>
            <Link className="link" to={houseUrl(house)}>
              Страница дома
            </Link>
          </li>
        </ul>
      )}
    </div>
  );
}
