import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import { tellFault } from "@/components/Toast/toasts";
import { upload } from "@/lib/api/upload";
import { percent } from "@/lib/format";
import css from "./acts.module.css";

interface UploadButtonProps<T> {
  label: string;
  /** The call that takes the file. */
  path: string;
  /** What the file dialog offers: `image/*`, `application/pdf`. */
  accept: string;
  onDone: (answer: T) => void;
}

/** Chooses a file and sends it, with progress and a way to stop. */
export function UploadButton<T>({ label, path, accept, onDone }: UploadButtonProps<T>) {
  const field = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
  const send = async (file: File) => {
    const controller = new AbortController();
    setStop(controller);
    setSent(0);
    try {
      onDone(await upload<T>(path, file, { onProgress: setSent, signal: controller.signal }));
    } catch (error) {
      tellFault(error);
    } finally {
      setSent(null);
      setStop(null);
    }
  };
  return (
    <div className={css.upload}>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again after a failure.
          event.currentTarget.value = "";
          if (file) void send(file);
        }}
      />
      {sent === null ? (
        <Button
          size="xs"
          leftSection={<Icon name="upload" size="s" />}
          onClick={() => field.current?.click()}
        >
          {label}
        </Button>
      ) : (
        <>
          <progress value={sent} max={1} aria-label={label} />
          <span className="row caption num">
            Отправлено {percent(Math.floor(sent * 100))}
            <Button size="xs" variant="quiet" onClick={() => stop?.abort()}>
              Остановить
            </Button>
          </span>
        </>
      )}
    </div>
  );
}
