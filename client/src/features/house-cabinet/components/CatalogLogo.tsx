import { Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { api, call } from "@/lib/api/client";
import type { Catalog } from "@/lib/api/types";
import { sendFile } from "@/lib/api/uploads";
import { quoted } from "@/lib/format";
import { UploadButton } from "@/staff/acts/UploadButton";
import { Block } from "@/staff/blocks/Block";
import { useCatalogChanged } from "../api/catalogs";
import css from "./catalogs.module.css";

/** The catalog's picture in lists. */
export function CatalogLogo({ catalog }: { catalog: Catalog }) {
  const changed = useCatalogChanged();
  const [asking, setAsking] = useState(false);
  const { previewId } = catalog.logo;
  const remove = async () => {
    setAsking(false);
    try {
      await call(api.DELETE("/api/catalog/{id}/images", { params: { path: { id: catalog.id } } }));
      await changed(catalog.id);
    } catch (error) {
      tellFault(error);
    }
  };
  return (
    <Block title="Обложка">
      <div className={css.logo}>
        <SquarePicture
          owner="catalog"
          id={previewId}
          side={224}
          alt={`Обложка каталога ${quoted(catalog.title)}`}
          fallback={<p className="small muted">Без обложки</p>}
        />
        <div className="row row--wrap">
          <UploadButton
            label={previewId ? "Заменить" : "Загрузить"}
            send={(file, watched) => sendFile(`/api/catalog/${catalog.id}/images`, file, watched)}
            accept="image/*"
            onDone={() => {
              tellSuccess("Обложка загружена", { life: 3000 });
              void changed(catalog.id);
            }}
          />
          {previewId && (
            <Button size="xs" variant="quiet" onClick={() => setAsking(true)}>
              Убрать
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        opened={asking}
        title="Убрать обложку"
        confirm="Убрать"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p className="small">Каталог {quoted(catalog.title)} останется в списках без картинки.</p>
      </ConfirmDialog>
    </Block>
  );
}
