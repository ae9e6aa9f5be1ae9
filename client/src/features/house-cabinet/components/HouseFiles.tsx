import { Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { api, call } from "@/lib/api/client";
import type { House } from "@/lib/api/types";
import { sendFile } from "@/lib/api/uploads";
import { UploadButton } from "@/staff/acts/UploadButton";
import { Block } from "@/staff/blocks/Block";
import { useHouseChanged } from "../api/house";
import css from "./catalogs.module.css";

/** The house's logo, and the PDF about it. */
export function HouseFiles({ house }: { house: House }) {
  const changed = useHouseChanged(house.id);
  const [asking, setAsking] = useState(false);
  const { previewId } = house.photo;
  const remove = async () => {
    setAsking(false);
    try {
      await call(api.DELETE("/api/house/{id}/images", { params: { path: { id: house.id } } }));
      await changed();
    } catch (error) {
      tellFault(error);
    }
  };
  return (
    <>
      <Block title="Логотип">
        <div className={css.logo}>
          <SquarePicture
            owner="house"
            id={previewId}
            side={224}
            alt={`Логотип: ${house.nameRu}`}
            fallback={<p className="small muted">Без логотипа</p>}
          />
          <div className="row row--wrap">
            <UploadButton
              label={previewId ? "Заменить" : "Загрузить"}
              send={(file, watched) => sendFile(`/api/house/${house.id}/images`, file, watched)}
              accept="image/*"
              onDone={() => {
                tellSuccess("Логотип загружен", { life: 3000 });
                void changed();
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
          title="Убрать логотип"
          confirm="Убрать"
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p className="small">Дом останется в списках без картинки.</p>
        </ConfirmDialog>
      </Block>
      <Block title="PDF о доме">
        <div className={css.logo}>
          {house.hasInfo ? (
            <a className="link" href={`/api/house/${house.id}/info`}>
              Скачать нынешний файл
            </a>
          ) : (
            <p className="small muted">Нет прикрепленного файла</p>
          )}
          <UploadButton
            label={house.hasInfo ? "Заменить" : "Загрузить"}
            send={(file, watched) => sendFile(`/api/house/${house.id}/info`, file, watched)}
            accept="application/pdf"
            onDone={() => {
              tellSuccess("Файл загружен", { life: 3000 });
              void changed();
            }}
          />
          <p className="caption">До 20 МБ. Покупатели скачивают его со страницы дома.</p>
        </div>
      </Block>
    </>
  );
}
