import { Select, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Loaded, Wait } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import type { GalleryType, House } from "@/lib/api/types";
import { count, percent, phone } from "@/lib/format";
import { Invited } from "@/staff/people/Invited";
import { houseStaffOptions } from "@/staff/people/staff";
import { houseUrl } from "@/trade/urls";
import {
  type HouseSwitch,
  houseDetailsOptions,
  useDeleteHouse,
  useGalleryType,
  useHouseSwitch,
} from "../api/houses";
import { GALLERY_WORDS } from "../model/gallery";
import css from "./admin.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;
const SALES = ["аукцион", "аукциона", "аукционов"] as const;

/** One house: its contacts and people, its sections, and the ways to its cabinet and its page. */
export function HousePanel({ id, onGone }: { id: number; onGone: () => void }) {
  const query = useQuery(houseDetailsOptions(id));
  const { data } = query;
  if (!data) return <Wait query={query} h={320} mt={16} />;
  return (
    <>
      <h3 className="h3">{data.nameRu}</h3>
      <p className="caption num">
        № {data.id}, {count(data.lotsCount, LOTS)}, {count(data.catalogsCount, SALES)}
      </p>
      <dl className={css.kv}>
        <dt>Телефон</dt>
        <dd className="num">{data.phone ? phone(data.phone) : "Не указан"}</dd>
        <dt>E-mail</dt>
        <dd>{data.email ?? "Не указан"}</dd>
        <dt>Адрес</dt>
        <dd>{data.address ?? "Не указан"}</dd>
        <dt>Комиссия</dt>
        <dd className="num">{percent(data.paymentAndDelivery.commission)}</dd>
      </dl>
      <div className={css.acts}>
        <Button size="xs" component={Link} to={`/house-account/${data.id}`}>
          Открыть кабинет
        </Button>
        <Button size="xs" component={Link} to={houseUrl(data)}>
          На сайте
        </Button>
      </div>
      <Sections house={data} />
      <People id={data.id} />
      <Invited houseId={data.id} />
      <Removal house={data} onGone={onGone} />
    </>
  );
}

const SECTIONS: readonly {
  section: HouseSwitch;
  label: string;
  note: string;
  isOn: (house: House) => boolean;
}[] = [
  {
    section: "gallery",
    label: "Галерея",
    note: "Постоянный каталог, цены по запросу",
    isOn: ({ isGallery }) => isGallery,
  },
  {
    section: "postauction",
    label: "ПостАукцион",
    note: "Непроданные лоты, цены по запросу",
    isOn: ({ isPostAuction }) => isPostAuction,
  },
  { section: "storage", label: "Запасник", note: "Лоты вне каталогов", isOn: ({ isStorage }) => isStorage },
];

function Sections({ house }: { house: House }) {
  const change = useHouseSwitch();
  const galleryType = useGalleryType();
  const [closing, setClosing] = useState<HouseSwitch | null>(null);
  const send = (section: HouseSwitch, on: boolean) => change.mutate({ id: house.id, section, on });
  const setGalleryType = (type: GalleryType | null) =>
    galleryType.mutate({ id: house.id, galleryType: type });
  const asked = SECTIONS.find(({ section }) => section === closing);
  return (
    <section className={css.part} aria-labelledby="house-sections">
      <div className={css.partHead}>
        <h3 id="house-sections">Разделы</h3>
      </div>
      <ul className={css.rows}>
        {SECTIONS.map(({ section, label, note, isOn }) => (
          <li key={section}>
            <span>
              {label}
              <small>{note}</small>
            </span>
            <Switch
              aria-label={label}
              checked={isOn(house)}
              disabled={change.isPending}
              onChange={(event) => {
                const on = event.currentTarget.checked;
                if (on || section === "storage") send(section, on);
                else setClosing(section);
              }}
            />
          </li>
        ))}
      </ul>
      <Select
        mt="sm"
        label="Вид галереи"
        description="В каком разделе галерей показывать дом"
        placeholder="Не указан"
        clearable
        disabled={galleryType.isPending}
        data={GALLERY_WORDS.map(({ value, label }) => ({ value: String(value), label }))}
        value={house.galleryType === null ? null : String(house.galleryType)}
        onChange={(value) => setGalleryType(value === null ? null : (Number(value) as GalleryType))}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        title={`Выключить: ${asked?.label ?? ""}?`}
        confirm="Выключить"
        onClose={() => setClosing(null)}
        onConfirm={() => {
          if (closing) send(closing, false);
          setClosing(null);
        }}
      >
        <p>{house.nameRu}. Каталог раздела и все его лоты скроются с сайта. Включить раздел можно снова.</p>
      </ConfirmDialog>
    </section>
  );
}

function People({ id }: { id: number }) {
  const query = useQuery(houseStaffOptions(id));
  return (
    <section className={css.part} aria-labelledby="house-people">
      <div className={css.partHead}>
        <h3 id="house-people">Сотрудники</h3>
        <Button size="xs" variant="quiet" component={Link} to={`/admin/staff?house=${id}`}>
          Все сотрудники
        </Button>
      </div>
      <Loaded
        query={query}
        h={44}
        empty={<p className={css.warning}>Никого нет: дом некому вести. Пригласите владельца.</p>}
      >
        {(data) => (
          <ul className={css.rows}>
            {data.map((person) => (
              <li key={person.userId}>
                <Link className="link" to={`/admin/users?id=${person.userId}`}>
                  {person.displayName}
                </Link>
                {person.isOwner ? (
                  <Badge>Владелец</Badge>
                ) : (
                  <small>{person.isManager ? "Менеджер" : "Новости"}</small>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Removal({ house, onGone }: { house: House; onGone: () => void }) {
  const remove = useDeleteHouse();
  const [asking, setAsking] = useState(false);
  return (
    <div className={css.acts}>
      <Button size="xs" onClick={() => setAsking(true)}>
        Удалить дом
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Удалить дом?"
        confirm="Удалить"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove.mutate(house.id, {
            onSuccess: () => {
              tellSuccess("Дом удалён", { life: 3000 });
              onGone();
            },
          });
        }}
      >
        <p>
          {house.nameRu}. Удалить можно дом без каталогов и лотов. Его сотрудники потеряют свои роли. Вернуть
          дом нельзя.
        </p>
      </ConfirmDialog>
    </div>
  );
}
