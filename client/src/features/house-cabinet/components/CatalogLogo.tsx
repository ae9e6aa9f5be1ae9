import { Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { api, call } from "@/lib/api/client";
import type { Catalog } from "@/lib/api/types";
import { imageUrl } from "@/lib/images";
import { UploadButton } from "@/staff/acts/UploadButton";
import { Block } from "@/staff/blocks/Block";
import { useCatalogChanged } from "../api/catalogs";
import css from "./catalogs.module.css";

/** The catalog's picture in lists. */
export function CatalogLogo({ catalog }: { catalog: Catalog }) {
  const changed = useCatalogChanged();
  const [asking, setAsking] = useState(false);
  const url = imageUrl("catalog", catalog.logo.previewId);
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
        {url ? (
          <img src={url} alt={`Обложка каталога «${catalog.title}»`} />
        ) : (
          <p className="small muted">Без обложки</p>
        )}
        <div className="row row--wrap">
          <UploadButton
            label={url ? "Заменить" : "Загрузить"}
            path={`/api/catalog/${catalog.id}/images`}
            accept="image/*"
            onDone={() => {
              tellSuccess("Обложка загружена", { life: 3000 });
              void changed(catalog.id);
            }}
          />
          {url && (
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
        <p className="small">Каталог «{catalog.title}» останется в списках без картинки.</p>
      </ConfirmDialog>
    </Block>
  );
}
