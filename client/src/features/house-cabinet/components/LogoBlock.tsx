import { Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { sendFile } from "@/lib/api/uploads";
import { UploadButton } from "@/staff/acts/UploadButton";
import { Block } from "@/staff/blocks/Block";
import css from "./catalogs.module.css";

interface LogoBlockProps {
  owner: "catalog" | "house";
  ownerId: number;
  previewId: string | null;
  alt: string;
  words: {
    title: string;
    none: string;
    uploaded: string;
    /** The title of the question before it is removed. */
    remove: string;
    /** What remains without it. */
    remains: string;
  };
  onRemove: () => Promise<unknown>;
  /** It has been uploaded or removed. */
  onChange: () => Promise<unknown>;
}

/** The picture of a catalog or a house in lists: shown, replaced, removed. */
export function LogoBlock({ owner, ownerId, previewId, alt, words, onRemove, onChange }: LogoBlockProps) {
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    try {
      await onRemove();
      await onChange();
    } catch (error) {
      tellFault(error);
    }
  };
  return (
    <Block title={words.title}>
      <div className={css.logo}>
        <SquarePicture
          owner={owner}
          id={previewId}
          side={224}
          alt={alt}
          fallback={<p className="small muted">{words.none}</p>}
        />
        <div className="row row--wrap">
          <UploadButton
            label={previewId ? "Заменить" : "Загрузить"}
            send={(file, watched) => sendFile(`/api/${owner}/${ownerId}/images`, file, watched)}
            accept="image/*"
            onDone={() => {
              tellSuccess(words.uploaded, { life: 3000 });
              void onChange();
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
        title={words.remove}
        confirm="Убрать"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p className="small">{words.remains}</p>
      </ConfirmDialog>
    </Block>
  );
}
