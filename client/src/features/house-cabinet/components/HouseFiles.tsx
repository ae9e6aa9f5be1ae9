import { tellSuccess } from "@/components/Toast/toasts";
import { api, call } from "@/lib/api/client";
import type { House } from "@/lib/api/types";
import { sendFile } from "@/lib/api/uploads";
import { UploadButton } from "@/staff/actions/UploadButton";
import { Block } from "@/staff/blocks/Block";
import { useHouseChanged } from "../api/house";
import css from "./catalogs.module.css";
import { LogoBlock } from "./LogoBlock";

/** The house's logo, and the PDF about it. */
export function HouseFiles({ house }: { house: House }) {
  const changed = useHouseChanged(house.id);
  return (
    <>
      <LogoBlock
        owner="house"
        ownerId={house.id}
        previewId={house.photo.previewId}
        alt={`Логотип: ${house.nameRu}`}
        words={{
          title: "Логотип",
          none: "Без логотипа",
          unread: "Логотип не загрузился",
          uploaded: "Логотип загружен",
          remove: "Убрать логотип?",
          remains: "Дом останется в списках без картинки.",
        }}
        onRemove={() => call(api.DELETE("/api/house/{id}/images", { params: { path: { id: house.id } } }))}
        onChange={changed}
      />
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
            send={(file, watched) =>
              sendFile(`/api/house/${house.id}/info`, file, { ...watched, needs: "нужен файл PDF" })
            }
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
