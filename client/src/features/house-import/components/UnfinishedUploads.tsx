import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import type { Unfinished } from "@/lib/api/uploads";
import { fileSize } from "@/lib/fileSize";
import { dayMonthTime, percent, quoted } from "@/lib/format";
import { Remedy } from "@/staff/blocks/Remedy";
import { unfinishedOptions, useDropUpload } from "../api/import";

interface UnfinishedUploadsProps {
  houseId: number;
  onContinue: (file: File) => void;
}

/**
 * Files whose sending was left half way. The browser keeps no file, so people choose it again; the sending goes on where
 * it broke off.
 */
export function UnfinishedUploads({ houseId, onContinue }: UnfinishedUploadsProps) {
  const { data = [] } = useQuery(unfinishedOptions(houseId));
  if (data.length === 0) return null;
  return (
    <ul aria-label="Незаконченные загрузки">
      {data.map((upload) => (
        <One key={upload.id} houseId={houseId} upload={upload} onContinue={onContinue} />
      ))}
    </ul>
  );
}

function One({ houseId, upload, onContinue }: UnfinishedUploadsProps & { upload: Unfinished }) {
  const field = useRef<HTMLInputElement>(null);
  const [isOther, setIsOther] = useState(false);
  const drop = useDropUpload(houseId);
  const { id, name, size, part, expires } = upload;
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isSame = file.name === name && file.size === size;
    setIsOther(!isSame);
    if (isSame) onContinue(file);
  };
  return (
    <Remedy
      tone={isOther ? "bad" : "warn"}
      title={`Загрузка ${quoted(name)} не закончена: ${percent(Math.floor(part * 100))} из ${fileSize(size)}`}
      note={
        isOther
          ? `Это другой файл. Нужен ${quoted(name)}, ${fileSize(size)}`
          : `Выберите этот же файл, и отправка продолжится. Хранится до ${dayMonthTime(expires)}`
      }
    >
      <input
        ref={field}
        type="file"
        hidden
        accept=".xlsx,.csv,.zip"
        aria-label={`Продолжить загрузку ${name}`}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          choose(chosen);
        }}
      />
      <Button size="xs" onClick={() => field.current?.click()}>
        Продолжить
      </Button>
      <Button
        size="xs"
        variant="quiet"
        data-pending={drop.isPending || undefined}
        onClick={() => drop.mutate(id)}
      >
        Удалить
      </Button>
    </Remedy>
  );
}
