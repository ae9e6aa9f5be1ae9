import { Radio, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { ApiError } from "@/lib/api/errors";
import type { SavedSearch, SavedSearchRequest, SearchLetters, User } from "@/lib/api/types";
import { letterTimes, useDeleteSearch, useSaveSearch } from "@/trade/api/savedSearches";
import css from "./SaveSearchDialog.module.css";

interface SaveSearchDialogProps {
  user: User;
  /** The search of this address as it is saved already. */
  saved: SavedSearch | undefined;
  draft: Omit<SavedSearchRequest, "letters">;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the name of a search and for the time of its letters. */
export default function SaveSearchDialog({ user, saved, draft, opened, onClose }: SaveSearchDialogProps) {
  const [name, setName] = useState(saved?.name ?? draft.name);
  const [letters, setLetters] = useState<SearchLetters>(saved?.letters ?? "daily");
  const save = useSaveSearch();
  const remove = useDeleteSearch();

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(
      { ...draft, name, letters },
      {
        onSuccess: () => {
          tellSuccess(saved ? "Поиск изменён" : "Поиск сохранён. Он в личном кабинете, в подписках.");
          onClose();
        },
      },
    );
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={saved ? "Сохранённый поиск" : "Сохранить поиск"}>
      <form className={css.form} onSubmit={submit} noValidate>
        <TextInput
          label="Название"
          value={name}
          maxLength={200}
          error={save.error instanceof ApiError && save.error.field("name")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label="Письма о новых лотах"
          value={letters}
          onChange={(value) => setLetters(value as SearchLetters)}
        >
          <div className={css.times}>
            {letterTimes.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        {letters !== "never" && !user.isEMailConfirmed && (
          <p className="small muted">
            Письма придут, когда в{" "}
            <Link className="link" to="/account/profile">
              профиле
            </Link>{" "}
            будет e-mail.
          </p>
        )}
        <div className={css.acts}>
          <Button
            type="submit"
            variant="bid"
            disabled={save.isPending}
            data-pending={save.isPending || undefined}
          >
            Сохранить
          </Button>
          {saved && (
            <Button
              variant="quiet"
              disabled={remove.isPending}
              data-pending={remove.isPending || undefined}
              onClick={() => remove.mutate(saved.id, { onSuccess: onClose })}
            >
              Удалить поиск
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
