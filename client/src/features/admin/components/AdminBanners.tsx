import { Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BannerView } from "@/components/Banners/Banners";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { Loaded } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import type { Banner } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { dayMonthTime, moscowField, ofMoscowField, quoted } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { bannersOptions, useDeleteBanner, useOrderBanners, useSaveBanner } from "../api/banners";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";
import { OrderedRows } from "./OrderedRows";
import { PictureField } from "./PictureField";

function standing({ visible, image, from, to }: Banner): { word: string; isShown: boolean } {
  const now = serverNow();
  if (!visible) return { word: "Выключен", isShown: false };
  if (!image) return { word: "Нет изображения", isShown: false };
  if (from && Date.parse(from) > now) return { word: `С ${dayMonthTime(from)}`, isShown: false };
  if (to && Date.parse(to) <= now) return { word: "Срок прошёл", isShown: false };
  return { word: to ? `До ${dayMonthTime(to)}` : "Показывается", isShown: true };
}

/** The linked pictures of the home page: their order, their time, and how they look there. */
export default function AdminBanners() {
  const query = useQuery(bannersOptions());
  const { data } = query;
  const [editing, setEditing] = useState<Banner | "new" | null>(null);
  const [deleting, setDeleting] = useState<Banner | null>(null);
  const order = useOrderBanners();
  const remove = useDeleteBanner();

  const shown = data?.filter((banner) => standing(banner).isShown) ?? [];

  return (
    <StaffPage
      title="Баннеры"
      note="Изображения со ссылками вверху главной страницы, в этом порядке"
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setEditing("new")}>
          Добавить баннер
        </Button>
      }
    >
      <Loaded
        query={query}
        h={320}
        empty={
          <EmptyState title="Баннеров пока нет">Добавленные баннеры появятся на главной странице.</EmptyState>
        }
      >
        {(data) => (
          <>
            <Block title="Все баннеры">
              <OrderedRows
                rows={data.map((banner) => ({ of: banner, title: banner.title, badge: standing(banner) }))}
                busy={order.isPending}
                onOrder={order.mutate}
                onEdit={setEditing}
                onDelete={setDeleting}
              />
            </Block>
            <Block title="Как на главной">
              {shown.length > 0 ? (
                <BannerView banners={shown} />
              ) : (
                <p className="caption">Сейчас на главной странице баннеров нет.</p>
              )}
            </Block>
          </>
        )}
      </Loaded>
      {editing && (
        <EditBanner
          banner={editing === "new" ? null : editing}
          position={data?.length ?? 0}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title="Удалить баннер?"
        confirm="Удалить"
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) {
            remove.mutate(deleting.id, { onSuccess: () => tellSuccess("Баннер удалён", { life: 3000 }) });
          }
          setDeleting(null);
        }}
      >
        <p>{deleting && quoted(deleting.title)} исчезнет с главной страницы вместе с изображением.</p>
      </ConfirmDialog>
    </StaffPage>
  );
}

interface EditBannerProps {
  banner: Banner | null;
  /** The place of a new one: after the others. */
  position: number;
  onClose: () => void;
}

function EditBanner({ banner, position, onClose }: EditBannerProps) {
  const save = useSaveBanner();
  return (
    <FormDialog
      title={banner ? "Баннер" : "Новый баннер"}
      initial={{
        title: banner?.title ?? "",
        link: banner?.link ?? "",
        from: moscowField(banner?.from ?? null),
        to: moscowField(banner?.to ?? null),
        visible: banner?.visible ?? true,
        picture: null as File | null,
      }}
      validate={({ picture }) => ({ picture: banner?.image || picture ? null : "Выберите изображение" })}
      confirm="Сохранить"
      done="Баннер сохранён"
      onClose={onClose}
      save={({ title, link, from, to, visible, picture }, onProgress) =>
        save.mutateAsync({
          id: banner?.id ?? null,
          picture,
          onProgress,
          body: {
            title,
            link: link || null,
            from: ofMoscowField(from),
            to: ofMoscowField(to),
            visible,
            position: banner?.position ?? position,
          },
        })
      }
    >
      {(form) => (
        <>
          {banner?.image && <img className={css.bannerPicture} src={banner.image.full} alt={banner.title} />}
          <PictureField
            label={banner?.image ? "Другое изображение" : "Изображение"}
            description="JPEG, PNG или WebP; лучше широкое, от 1312 пикселей"
            {...form.getInputProps("picture")}
          />
          <TextInput
            label="Название"
            description="Его услышат те, кто не видит изображение"
            {...form.getInputProps("title")}
          />
          <TextInput
            label="Ссылка"
            description="Путь на сайте, начиная с /, или адрес http:// или https://"
            {...form.getInputProps("link")}
          />
          <div className={css.pair}>
            <TextInput type="datetime-local" label="Показывать с (МСК)" {...form.getInputProps("from")} />
            <TextInput type="datetime-local" label="Показывать до (МСК)" {...form.getInputProps("to")} />
          </div>
          <Checkbox label="Показывать" {...form.getInputProps("visible", { type: "checkbox" })} />
        </>
      )}
    </FormDialog>
  );
}
