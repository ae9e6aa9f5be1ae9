import { Fragment } from "react";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { Price } from "@/components/Price/Price";
import type { Suggestions } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { count, dayMonth, initialsOf } from "@/lib/format";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { shownAllIn, shownPrice } from "@/trade/rules/trading";
import { someLots } from "../model/options";
import { auctionWhen, lotWhen } from "../model/whenText";
import { Pieces } from "./Pieces";
import css from "./SearchPanel.module.css";

type One<Kind extends keyof Suggestions> = Suggestions[Kind] extends readonly (infer Row)[] ? Row : never;

export function LotRow({ lot }: { lot: One<"lots"> }) {
  const shown = shownPrice(lot);
  const allIn = shownAllIn(lot);
  const number = lot.catalogLotId === null ? null : `Лот ${lot.catalogLotId}`;
  return (
    <>
      <span className={css.picture}>
        <LotPicture picture={lot.img} alt="" place="thumb" />
      </span>
      <span className={css.words}>
        {lot.authorPieces.length > 0 && (
          <span className={css.author}>
            {lot.authorPieces.map((pieces, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the names keep their order
              <Fragment key={at}>
                {at > 0 && ", "}
                <Pieces of={pieces} />
              </Fragment>
            ))}
          </span>
        )}
        <b className={css.title}>
          <Pieces of={lot.titlePieces} />
        </b>
        <span className={css.note}>{[number, lot.houseNameRu].filter(Boolean).join(" · ")}</span>
      </span>
      <span className={css.right}>
        {shown.from === null ? (
          <span className={css.onRequest}>по запросу</span>
        ) : (
          <Price value={shown.from} to={shown.to} currency={lot.price.currency} />
        )}
        {allIn && <span className={`${css.note} num`}>{allIn}</span>}
        <span className={css.note}>{lotWhen(lot, serverNow())}</span>
      </span>
    </>
  );
}

export function ArtistRow({ artist }: { artist: One<"artists"> }) {
  return (
    <>
      <span className={css.face}>
        <SquarePicture
          owner="artists"
          id={artist.logo.previewId}
          side={36}
          fallback={<span aria-hidden="true">{initialsOf(artist.name)}</span>}
        />
      </span>
      <span className={css.words}>
        <Pieces of={artist.namePieces} />
        {artist.lifeYears && <span className={css.note}>{artist.lifeYears}</span>}
      </span>
      <span className={css.right}>
        <span className={css.note}>{someLots(artist.lotsCount)}</span>
      </span>
    </>
  );
}

export function CategoryRow({ category }: { category: One<"categories"> }) {
  return (
    <>
      <span className={css.words}>
        {category.parents.map((parent) => `${parent} / `)}
        <Pieces of={category.namePieces} />
      </span>
      <span className={css.right}>
        <span className={css.note}>{someLots(category.lotsCount)}</span>
      </span>
    </>
  );
}

const houseKind = (house: One<"houses">) =>
  ["Аукционный дом", house.isGallery && "галерея", house.isPostAuction && "ПостАукцион"]
    .filter(Boolean)
    .join(", ");

export function HouseRow({ house }: { house: One<"houses"> }) {
  return (
    <>
      <span className={css.face}>
        <SquarePicture
          owner="house"
          id={house.photo.previewId}
          side={36}
          fallback={<span aria-hidden="true">{initialsOf(house.nameRu.replace(/[«»"]/g, ""))}</span>}
        />
      </span>
      <span className={css.words}>
        <Pieces of={house.namePieces} />
        <span className={css.note}>{houseKind(house)}</span>
      </span>
    </>
  );
}

export function AuctionRow({ auction }: { auction: One<"auctions"> }) {
  return (
    <>
      <span className={css.words}>
        <Pieces of={auction.titlePieces} />
        <span className={css.note}>{auctionWhen(auction, serverNow())}</span>
      </span>
      <span className={css.right}>
        <span className={css.note}>{count(auction.lotsCount, ["лот", "лота", "лотов"])}</span>
      </span>
    </>
  );
}

export function NewsRow({ news }: { news: One<"news"> }) {
  return (
    <span className={css.words}>
      <Pieces of={news.titlePieces} />
      {news.published && <span className={css.note}>{dayMonth(news.published, serverNow())}</span>}
    </span>
  );
}

export function NearRow({ near }: { near: One<"near"> }) {
  return (
    <>
      {near.text}
      <span className={css.note}>{someLots(near.lotsCount)}</span>
    </>
  );
}
