import { TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import { ApiError, faultText } from "@/lib/api/errors";
import type { User } from "@/lib/api/types";
import { initialsOf } from "@/lib/format";
import { NAME_MAX, useRename } from "@/trade/api/name";
import { usePhoto, useRemovePhoto } from "../api/profile";
import css from "./account.module.css";

/** The user's photo and name, to change. */
export function NameAndPhoto({ user }: { user: User }) {
  return (
    <div className={css.identity}>
      <Photo user={user} />
      <Name key={user.displayName} user={user} />
    </div>
  );
}

function Photo({ user }: { user: User }) {
  const field = useRef<HTMLInputElement>(null);
  const set = usePhoto();
  const remove = useRemovePhoto();
  const isBusy = set.isPending || remove.isPending;
  const { iconId } = user.photo;
  return (
    <div className={css.photo}>
      <span className={css.face}>
        <SquarePicture
          owner="accounts"
          id={iconId}
          side={96}
          fallback={<span aria-hidden="true">{initialsOf(user.displayName)}</span>}
        />
      </span>
      <div>
        <div className="row row--wrap">
          <input
            ref={field}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-label="Файл с фото"
            hidden
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              // The same file may be chosen again after a failure.
              event.currentTarget.value = "";
              if (!file) return;
              set.mutate(file, {
                onSuccess: () => tellSuccess("Фото обновлено", { life: 3000 }),
                onError: tellFault,
              });
            }}
          />
          <Button size="sm" disabled={isBusy} onClick={() => field.current?.click()}>
            {set.isPending ? "Загружается" : iconId ? "Заменить фото" : "Загрузить фото"}
          </Button>
          {iconId && (
            <Button size="sm" variant="quiet" disabled={isBusy} onClick={() => remove.mutate(undefined)}>
              Убрать
            </Button>
          )}
        </div>
        <p className="caption">JPG, PNG или WebP до 20 МБ</p>
      </div>
    </div>
  );
}

function Name({ user }: { user: User }) {
  const rename = useRename();
  const [name, setName] = useState(user.displayName);
  const typed = name.trim();
  const error = rename.error instanceof ApiError ? rename.error.field("displayName") : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === "" || typed === user.displayName || rename.isPending) return;
    rename.mutate(typed, { onSuccess: () => tellSuccess("Имя сохранено", { life: 3000 }) });
  };
  return (
    <form className={css.name} onSubmit={submit}>
      <TextInput
        label="Имя и фамилия"
        description="Их видят аукционные дома и те, кто читает чат. В ставках вместо имени показан ваш номер."
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="name"
        maxLength={NAME_MAX}
        value={name}
        error={error ?? (rename.error ? faultText(rename.error) : null)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={typed === "" || typed === user.displayName || rename.isPending}>
        Сохранить
      </Button>
    </form>
  );
}
