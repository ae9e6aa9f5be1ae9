import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { RichText } from "@/components/RichText/RichText";
import { tell } from "@/components/Toast/toasts";
import type { Artist, Lot } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { count } from "@/lib/format";
import { artistOptions, useArtistSubscription } from "../api/artist";
import css from "./lot.module.css";

/** The author's life and works, and the subscription to their new lots; nothing for a lot without a known author. */
export function AuthorPanel({ lot }: { lot: Lot }) {
  const { data: artist } = useQuery({
    ...artistOptions(lot.authorId ?? 0),
    enabled: lot.authorId !== null,
  });
  if (!artist) return null;
  return (
    <section className={`section ${css.author}`} aria-labelledby="author">
      <SquarePicture
        owner="artists"
        id={artist.logo.previewId}
        side={200}
        className={css.portrait}
        fallback={<span />}
      />
      <div>
        <p className="eyebrow">Об авторе</p>
        <h2 id="author">{artist.name}</h2>
        {artist.lifeYears && <p className="small muted num">{artist.lifeYears}</p>}
        {artist.biography && <RichText className="muted" html={artist.biography} />}
        <p className={`row row--2 row--wrap ${css.authorActs}`}>
          {artist.lotsCount > 0 && (
            <Link className="link" to={`/lots?search=${encodeURIComponent(artist.name)}`}>
              {count(artist.lotsCount, ["лот", "лота", "лотов"])} на площадке
            </Link>
          )}
          <Follow artist={artist} />
        </p>
      </div>
    </section>
  );
}

function Follow({ artist }: { artist: Artist }) {
  const { isOn, change } = useArtistSubscription(artist.id);
  const requireLogin = useRequireLogin();
  const act = () =>
    requireLogin(
      () => change.mutate(!isOn, { onSuccess: () => !isOn && tell("Сообщим о новых лотах художника") }),
      "После входа подпишем вас на новые лоты художника.",
    );
  return (
    <Button
      variant="quiet"
      size="sm"
      leftSection={<Icon name="bell" filled={isOn} />}
      aria-pressed={isOn}
      disabled={change.isPending}
      onClick={act}
    >
      {isOn ? "Вы следите за автором" : "Следить за автором"}
    </Button>
  );
}
