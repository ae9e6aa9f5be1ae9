import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { sendFile } from "@/lib/api/uploads";
import { squareSources } from "@/lib/images";
import { useSecondLook } from "@/lib/lateViews";
import { UploadButton } from "@/staff/actions/UploadButton";
import { Block } from "@/staff/blocks/Block";
import { BlockFault } from "@/staff/blocks/BlockFault";
import css from "./catalogs.module.css";

interface LogoBlockProps {
  owner: "catalog" | "house";
  ownerId: number;
  previewId: string | null;
  alt: string;
  words: {
    title: string;
    none: string;
    /** It is stored, but could not be read. */
    unread: string;
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
  const [shownId, setShownId] = useState<string | null>(null);
  const { sources, failed, waits, retry, onError } = useSecondLook(squareSources(owner, previewId, 224));
  const isUnread = failed && !waits;
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
        {!sources ? (
          <p className="small muted">{words.none}</p>
        ) : (
          <div className={css.picture}>
            {isUnread ? (
              <BlockFault what={words.unread} retry={retry} />
            ) : (
              <>
                {shownId !== previewId && <Skeleton role="status" aria-label="Загрузка" />}
                {!failed && (
                  <img {...sources} alt={alt} onError={onError} onLoad={() => setShownId(previewId)} />
                )}
              </>
            )}
          </div>
        )}
        <div className="row row--wrap">
          <UploadButton
            label={previewId ? "Заменить" : "Загрузить"}
            send={(file, watched) => sendFile(`/api/${owner}/${ownerId}/images`, file, watched)}
            accept="image/jpeg,image/png,image/webp"
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
