import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { RichText } from "@/components/RichText/RichText";
import type { Lot } from "@/lib/api/types";
import { count } from "@/lib/format";
import { artistOptions } from "@/trade/api/artists";
import { FollowArtist } from "@/trade/components/FollowArtist/FollowArtist";
import { artistUrl } from "@/trade/urls";
import css from "./lot.module.css";

/** The author's life and works, and the subscription to their new lots; nothing for a lot without a known author. */
export function AuthorPanel({ lot, isBrief }: { lot: Lot; isBrief: boolean }) {
  const { data: artist } = useQuery({
    ...artistOptions(lot.authorId ?? 0),
    enabled: lot.authorId !== null,
  });
  if (!artist) return null;
  return (
    <section
      className={`section ${css.author}`}
      data-portrait={artist.logo.previewId !== null || undefined}
      aria-labelledby="author"
    >
      <SquarePicture owner="artists" id={artist.logo.previewId} side={200} className={css.portrait} />
      <div>
        <p className="eyebrow">Об авторе</p>
        <h2 id="author">{artist.name}</h2>
        {artist.lifeYears && <p className="small muted num">{artist.lifeYears}</p>}
        {artist.biography && <RichText className="muted" html={artist.biography} />}
        <p className={`row row--2 row--wrap ${css.authorActs}`}>
          {artist.lotsCount > 0 && (
            <Link className="link" to={artistUrl(artist)}>
              {count(artist.lotsCount, ["лот", "лота", "лотов"])} на площадке
            </Link>
          )}
          {!isBrief && <FollowArtist artistId={artist.id} />}
        </p>
      </div>
    </section>
  );
}
