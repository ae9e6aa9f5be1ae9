import { useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tellFault } from "@/components/Toast/toasts";
import { SendingProgress } from "./SendingProgress";

interface UploadButtonProps<T> {
  label: string;
  /** Sends the file to where it belongs. */
  send: (file: File, watched: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<T>;
  /** What the file dialog offers: `image/png`, `application/pdf`. */
  accept: string;
  onDone: (answer: T) => void;
}

/** Chooses a file and sends it, with progress and a way to stop. */
export function UploadButton<T>({ label, send, accept, onDone }: UploadButtonProps<T>) {
  const field = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
  const start = async (file: File) => {
    const controller = new AbortController();
    setStop(controller);
    setSent(0);
    try {
      onDone(await send(file, { onProgress: setSent, signal: controller.signal }));
    } catch (error) {
      tellFault(error);
    } finally {
      setSent(null);
      setStop(null);
    }
  };
  return (
    <div>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again after a failure.
          event.currentTarget.value = "";
          if (file) void start(file);
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
        <SendingProgress part={sent} label={label} onStop={() => stop?.abort()} />
      )}
    </div>
  );
}
