import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { Loaded } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import type { Partner } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { partnersOptions, useDeletePartner, useOrderPartners, useSavePartner } from "../api/partners";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";
import { OrderedRows } from "./OrderedRows";
import { PictureField } from "./PictureField";

/** The partners of the platform, in the order of their page. */
export default function AdminPartners() {
  const query = useQuery(partnersOptions());
  const { data } = query;
  const [editing, setEditing] = useState<Partner | "new" | null>(null);
  const [deleting, setDeleting] = useState<Partner | null>(null);
  const order = useOrderPartners();
  const remove = useDeletePartner();
  return (
    <StaffPage
      title="Партнёры"
      note={
        <>
          В этом порядке их показывает{" "}
          <Link className="link" to="/partners">
            страница «Партнёры»
          </Link>
        </>
      }
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setEditing("new")}>
          Добавить партнёра
        </Button>
      }
    >
      <Loaded
        query={query}
        h={320}
        empty={
          <EmptyState title="Партнёров пока нет">Добавленные появятся на странице «Партнёры».</EmptyState>
        }
      >
        {(data) => (
          <OrderedRows
            rows={data.map((partner) => ({
              of: partner,
              title: partner.name,
              badge: { word: partner.visible ? "На сайте" : "Скрыт", isShown: partner.visible },
            }))}
            busy={order.isPending}
            onOrder={order.mutate}
            onEdit={setEditing}
            onDelete={setDeleting}
          />
        )}
      </Loaded>
      {editing && (
        <EditPartner
          partner={editing === "new" ? null : editing}
          position={data?.length ?? 0}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title="Удалить партнёра?"
        confirm="Удалить"
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) {
            remove.mutate(deleting.id, { onSuccess: () => tellSuccess("Партнёр удалён", { life: 3000 }) });
          }
          setDeleting(null);
        }}
      >
        <p>
          {deleting && quoted(deleting.name)} исчезнет с сайта вместе с изображением. Журнал сохранит текст.
        </p>
      </ConfirmDialog>
    </StaffPage>
  );
}

interface EditPartnerProps {
  partner: Partner | null;
  /** The place of a new one: after the others. */
  position: number;
  onClose: () => void;
}

function EditPartner({ partner, position, onClose }: EditPartnerProps) {
  const save = useSavePartner();
  return (
    <FormDialog
      title={partner ? "Партнёр" : "Новый партнёр"}
      initial={{
        name: partner?.name ?? "",
        description: partner?.description ?? "",
        link: partner?.link ?? "",
        visible: partner?.visible ?? true,
        picture: null as File | null,
        withoutPicture: false,
      }}
      confirm="Сохранить"
      done="Партнёр сохранён"
      onClose={onClose}
      save={({ picture, withoutPicture, link, description, ...values }, onProgress) =>
        save.mutateAsync({
          id: partner?.id ?? null,
          picture: picture ?? (withoutPicture ? null : undefined),
          onProgress,
          body: {
            ...values,
            description: description || null,
            link: link || null,
            position: partner?.position ?? position,
          },
        })
      }
    >
      {(form) => (
        <>
          {partner?.image && (
            <img
              className={css.bannerPicture}
              src={partner.image.full}
              alt={`Изображение: ${partner.name}`}
            />
          )}
          <PictureField
            label={partner?.image ? "Другое изображение" : "Изображение"}
            description="Логотип или фотография: JPEG, PNG или WebP"
            {...form.getInputProps("picture")}
          />
          {partner?.image && form.values.picture === null && (
            <Checkbox
              label="Показывать без изображения"
              {...form.getInputProps("withoutPicture", { type: "checkbox" })}
            />
          )}
          <TextInput label="Название" data-autofocus {...form.getInputProps("name")} />
          <Textarea
            label="Описание"
            description="Несколько строк простого текста"
            autosize
            minRows={3}
            maxRows={8}
            {...form.getInputProps("description")}
          />
          <TextInput
            label="Ссылка"
            description="Путь на сайте, начиная с /, или адрес http:// или https://"
            {...form.getInputProps("link")}
          />
          <Checkbox label="Показывать на сайте" {...form.getInputProps("visible", { type: "checkbox" })} />
        </>
      )}
    </FormDialog>
  );
}
